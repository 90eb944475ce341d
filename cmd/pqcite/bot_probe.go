package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	probeTime   = 3 * time.Second
	probedBytes = 4 << 10 // of the reasons of a bot that is not well
)

// probe asks the bot at an address whether it is well, for what looks after containers: the image
// has no other program that could ask.
func probe(ctx context.Context, address string) error {
	if address == "" {
		return usageError{errors.New("--probe asks the address of --health, which is empty")}
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/healthz", nil)
	if err != nil {
		return usageError{fmt.Errorf("--health is %q, must be HOST:PORT", address)}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("probe the bot: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusOK {
		return nil
	}
	reasons, err := io.ReadAll(io.LimitReader(res.Body, probedBytes))
	if err != nil {
		return fmt.Errorf("probe the bot: %w", err)
	}
	return fmt.Errorf("the bot is not well: %s", strings.Join(strings.Fields(string(reasons)), " "))
}
