package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/chatbot/state"
)

// feedbackOptions are what the flags of `eval feedback` say.
type feedbackOptions struct {
	folder     string
	since      string
	least      int
	most       int
	asJSON     bool
	asMarkdown bool
}

// botFolder is where a bot keeps its state below the library's folder.
const botFolder = "bot"

func (a *app) evalFeedbackCommand() *cobra.Command {
	o := feedbackOptions{since: "30d", least: 1, most: 100}
	c := &cobra.Command{
		Use:   "feedback",
		Short: "Report what the users of the Discord bot missed",
		Long: `Reads what a bot has kept for maintainers: the questions it refused, the answers that
were voted against with the reasons, and those that were voted for. Users and guilds
are not named. The bot may be running; nothing is changed.`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.evalFeedback(cmd.Context(), o) },
	}
	c.Flags().StringVar(&o.folder, "db", "", "folder of the bot's database (default the folder bot of the library's)")
	c.Flags().StringVar(&o.since, "since", o.since, "how far back: days (30d) or hours (12h), as whole days in UTC")
	c.Flags().IntVar(&o.least, "min", o.least, "leave out questions that were asked less often")
	c.Flags().IntVar(&o.most, "limit", o.most, "length of each list, at most")
	c.Flags().BoolVar(&o.asJSON, "json", false, "print the report as JSON")
	c.Flags().BoolVar(&o.asMarkdown, "markdown", false, "print the report as Markdown")
	return c
}

func (a *app) evalFeedback(ctx context.Context, o feedbackOptions) error {
	back, err := span(o.since)
	switch {
	case err != nil:
		return usageError{err}
	case o.least < 1:
		return usageError{fmt.Errorf("--min is %d, must be at least 1", o.least)}
	case o.most < 1 || o.most > state.MaxLimit:
		return usageError{fmt.Errorf("--limit is %d, must be 1 to %d", o.most, state.MaxLimit)}
	case o.asJSON && o.asMarkdown:
		return usageError{errors.New("--json and --markdown are both given, choose one")}
	}
	folder, err := a.botHome(o.folder)
	if err != nil {
		return err
	}
	f, err := state.ReadFeedback(ctx, folder, state.FeedbackQuery{Since: time.Now().Add(-back), Min: o.least, Limit: o.most})
	if errors.Is(err, fs.ErrNotExist) {
		return hinted{err, "name the folder that the bot was started with: --db DIR"}
	}
	if err != nil {
		return err
	}
	switch {
	case o.asJSON:
		return a.printJSON(&f)
	case o.asMarkdown:
		return writeFeedbackMarkdown(a.out, &f)
	}
	return writeFeedback(a.out, &f)
}

// botHome is the folder of a bot's state: the flag, or that of the library.
func (a *app) botHome(flag string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	home, err := a.libraryHome()
	return filepath.Join(home, botFolder), err
}

// maxSpan is as long as the bot keeps anything, rounded up.
const maxSpan = 10 * 366 * 24 * time.Hour

// span reads days ("30d") or what time.ParseDuration reads.
func span(text string) (time.Duration, error) {
	fail := fmt.Errorf("--since is %q, must be days such as 30d or hours such as 12h, at most ten years", text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		if err != nil || n < 0 || n > int(maxSpan/(24*time.Hour)) {
			return 0, fail
		}
		return time.Duration(n) * 24 * time.Hour, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > maxSpan {
		return 0, fail
	}
	return d, nil
}
