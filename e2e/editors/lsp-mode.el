;;; lsp-mode.el --- pqcite in lsp-mode, through its own commands  -*- lexical-binding: t -*-
;; After emacs.el. lsp-mode 8 and later.

(require 'lsp-mode)
(setq lsp-session-file (expand-file-name "lsp-session" (getenv "HOME"))
      lsp-server-install-dir (expand-file-name "lsp" (getenv "HOME"))
      lsp-auto-guess-root t ; else it asks for the project's folder
      lsp-restart 'ignore
      lsp-keep-workspace-alive t
      lsp-enable-suggest-server-download nil
      lsp-diagnostics-provider :flymake)

(defun e2e-workspace () (lsp-find-workspace 'pqcite))

(e2e-run
 :client "lsp-mode"
 :up (lambda () (and (e2e-workspace) (eq 'initialized (lsp--workspace-status (e2e-workspace)))))
 :hover #'lsp-describe-thing-at-point
 :card (lambda () (get-buffer "*lsp-help*"))
 :code (lambda (_) (lsp:diagnostic-code? (car (gethash (lsp--fix-path-casing (buffer-file-name)) (lsp-diagnostics)))))
 :fix #'lsp-execute-code-action
 :definition #'lsp-find-definition
 :servers (lambda ()
            (cl-count 'pqcite (lsp--session-workspaces (lsp-session))
                      :key (lambda (w) (lsp--client-server-id (lsp--workspace-client w))))))
