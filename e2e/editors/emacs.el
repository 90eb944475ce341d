;;; emacs.el --- What a person does with pqcite in Emacs  -*- lexical-binding: t -*-
;; Runs on 28 and later, in batch. SETUP is the set-up under test, FILE a copy of
;; Go's mlkem/field.go, BASIS where the texts come from: "document" or "pack",
;; ELPA the folder of the packages. eglot.el and lsp-mode.el say how each client
;; does it, and call `e2e-run'.

(require 'package)
(require 'cl-lib)
(setq package-directory-list (list (getenv "ELPA")) ; -Q leaves Debian's packages out
      package-user-dir (expand-file-name "elpa" (getenv "HOME"))
      native-comp-deferred-compilation nil ; nothing is compiled in the background
      native-comp-jit-compilation nil
      native-comp-enable-subr-trampolines nil
      make-backup-files nil
      auto-save-default nil
      create-lockfiles nil)
(package-initialize)
(prefer-coding-system 'utf-8)

(unless (fboundp 'go-mode) ; a package of its own, and no part of what is tested
  (define-derived-mode go-mode prog-mode "Go" (setq-local comment-start "// "))
  (add-to-list 'auto-mode-alist '("\\.go\\'" . go-mode)))

(defconst e2e-citation "FIPS 203, Algorithm 9")
(defconst e2e-not-up 3 "Exit code: the server did not come up.")
(defvar e2e-client nil "What the client is called in the lines that are printed.")

(defun e2e-say (what format &rest args)
  (princ (format "ok   %s %s: %s\n" e2e-client what (apply #'format format args))))

(defun e2e-pause ()
  "Do what Emacs does when a person pauses: batch mode runs no idle timers."
  (run-hooks 'post-command-hook)
  (dolist (timer (copy-sequence timer-idle-list))
    (timer-event-handler timer))
  (accept-process-output nil 0.05))

(defun e2e-wait (what predicate)
  "Wait until PREDICATE returns something, and return that."
  (let ((end (+ (float-time) 10)) found)
    (while (not (setq found (funcall predicate)))
      (when (> (float-time) end) (error "%s: not seen in time" what))
      (e2e-pause))
    found))

(defun e2e-has (text &rest wanted)
  (dolist (w wanted)
    (unless (string-search w text) (error "%S is not in:\n%s" w text))))

(defun e2e-text () (buffer-substring-no-properties (point-min) (point-max)))

;; A rendered link has its target where the mouse shows it.
(defun e2e-targets ()
  (let ((at (point-min)) targets)
    (while (setq at (next-single-property-change at 'help-echo))
      (push (get-text-property at 'help-echo) targets))
    (mapconcat #'identity (cl-remove-if-not #'stringp targets) "\n")))

(defun e2e-line () (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defun e2e-go-to (wanted)
  (goto-char (point-min))
  (search-forward wanted)
  (goto-char (+ (match-beginning 0) 3)))

(defun e2e-hover (command buffer)
  "Have COMMAND show the card at point; BUFFER returns its buffer, or nil until it is there."
  (e2e-go-to e2e-citation)
  (funcall command)
  (let ((card (with-current-buffer (e2e-wait "the card" buffer) (concat (e2e-text) "\n" (e2e-targets)))))
    (e2e-has card "FIPS 203, Algorithm 9" "NTT" "PDF page 35 (printed 26)" "NIST.FIPS.203.pdf#page=35")
    (string-match "FIPS 203, Algorithm 9[^\n*]*" card)
    (e2e-say "hover" "%s … PDF page 35 (printed 26) … NIST.FIPS.203.pdf#page=35" (match-string 0 card))))

(defun e2e-mark (code)
  "Make the citation wrong and wait for the mark on it, of which CODE is the code."
  (goto-char (point-min))
  (search-forward e2e-citation)
  (insert "9")
  (let* ((mark (e2e-wait "the diagnostic" (lambda () (car (flymake-diagnostics)))))
         (marked (buffer-substring-no-properties (flymake-diagnostic-beg mark) (flymake-diagnostic-end mark)))
         (code (funcall code mark)))
    (unless (and (equal code "dangling") (equal marked (concat e2e-citation "9")))
      (error "%s on %S" code marked))
    (e2e-wait "the underline" (lambda ()
      (cl-some (lambda (o) (and (overlay-get o 'flymake-diagnostic) (overlay-get o 'face)))
               (overlays-in (flymake-diagnostic-beg mark) (flymake-diagnostic-end mark)))))
    (e2e-say "mark" "%s on %S: %s" code marked
             (replace-regexp-in-string "\n" " " (flymake-diagnostic-text mark)))))

(defun e2e-fix (command)
  "Take the first quick fix that COMMAND offers."
  (e2e-go-to (concat e2e-citation "9"))
  (let ((last-nonmenu-event t) ; a key, not the mouse
        offered)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt collection &rest _)
                 (setq offered (all-completions "" collection))
                 (or (cl-find-if (lambda (o) (string-match-p "\\`\\(Change to\\|Cite\\) " o)) offered)
                     (error "No fix among %S" offered)))))
      (call-interactively command))
    (let ((number (e2e-wait "the edit" (lambda ()
                    (goto-char (point-min))
                    (re-search-forward "It implements NTT, according to FIPS 203, Algorithm \\([0-9]+\\)\\.")
                    (let ((n (string-to-number (match-string 1)))) (and (/= n 99) n))))))
      (unless (<= 1 number 21) (error "Algorithm %d does not exist" number))
      (e2e-wait "the end of the diagnostic" (lambda () (null (flymake-diagnostics))))
      (e2e-say "fix" "of %d offered made it Algorithm %d, and the mark is gone" (max 1 (length offered)) number))))

(defun e2e-definition (command)
  "Follow the citation by COMMAND to the text of the standard."
  (e2e-go-to e2e-citation)
  (call-interactively command)
  (e2e-wait "the text of the standard" (lambda ()
    (string-suffix-p "NIST.FIPS.203.txt" (or (buffer-file-name) ""))))
  (dotimes (_ 20) (e2e-pause)) ; a server of its own would be started now
  (let ((line (e2e-line)) (at (line-number-at-pos)))
    (e2e-has line "Algorithm 9")
    (e2e-has (e2e-text) (if (equal (getenv "BASIS") "pack") "Summaries in pqcite" "Text as read from the file"))
    (save-excursion
      (search-backward "──── PDF page")
      (e2e-has (e2e-line) "PDF page 35 · printed 26")
      (e2e-say "definition" "line %d %S below %S" at line (e2e-line)))))

(defun e2e-ask (question &rest wanted)
  "Ask by the command of the set-up, look for WANTED, and return the text that opens."
  (pqcite-ask question)
  (let ((text (with-current-buffer (window-buffer) (e2e-text))))
    (apply #'e2e-has text question wanted)
    text))

(defun e2e-answers ()
  (let* ((file (find-buffer-visiting (getenv "FILE")))
         (answer (with-current-buffer file
                   (e2e-ask "What are the sizes in bytes of the encapsulation key and ciphertext of ML-KEM-768?"
                            "1184" "1088" "FIPS 203, Table 3" "PDF page 48 (printed 39)" "NIST.FIPS.203.pdf#page=48")))
         (refusal (with-current-buffer file
                    (e2e-ask "sizes of ML-KEM-2048" "No answer" "ML-KEM-2048" "Nearest"))))
    (string-match "\\*\\*\\([^*]+\\)\\*\\*" answer)
    (e2e-say "answer" "%s" (match-string 1 answer))
    (string-match "\\*\\*No answer\\.\\*\\*\\([^\n]*\\)" refusal)
    (e2e-say "refusal" "No answer.%s" (match-string 1 refusal))))

(defun e2e-fail (code err)
  (message "%s" (error-message-string err))
  (kill-emacs code))

(cl-defun e2e-run (&key client up hover card code fix definition servers)
  "Run all with CLIENT. UP says whether the server is there, and SERVERS how many are."
  (setq e2e-client client)
  (condition-case err
      (progn
        (load (getenv "SETUP") nil t t)
        (find-file (getenv "FILE"))
        (e2e-wait "the server" up))
    (error (e2e-fail e2e-not-up err)))
  (condition-case err
      (progn
        (e2e-hover hover card)
        (e2e-mark code)
        (e2e-fix fix)
        (e2e-definition definition)
        (e2e-answers)
        (unless (= (funcall servers) 1) (error "%d servers, want one for all files" (funcall servers)))
        (with-current-buffer (find-buffer-visiting (getenv "FILE")) (set-buffer-modified-p nil)))
    (error (e2e-fail 1 err)))
  (kill-emacs 0))
