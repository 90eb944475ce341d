;;; eglot.el --- pqcite in Eglot, through its own commands  -*- lexical-binding: t -*-
;; After emacs.el. Eglot 1.9 and later.

(require 'eglot)

(e2e-run
 :client "eglot"
 :up (lambda () (and (eglot-managed-p) (eglot-current-server)))
 :hover (lambda () (eldoc t)) ; as M-x eldoc does
 :card (lambda ()
         (cl-find-if (lambda (b)
                       (and (string-match-p "\\` ?\\*eldoc" (buffer-name b))
                            (with-current-buffer b (string-search "NTT" (e2e-text)))))
                     (buffer-list)))
 :code (lambda (mark)
         (plist-get (cdr (assq 'eglot-lsp-diag (flymake-diagnostic-data mark))) :code))
 :fix #'eglot-code-actions
 :definition #'xref-find-definitions
 :servers (lambda ()
            (let ((n 0)) (maphash (lambda (_ servers) (cl-incf n (length servers))) eglot--servers-by-project) n)))
