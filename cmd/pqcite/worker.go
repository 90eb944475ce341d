package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/corpus/ingest"
)

// workerName is the hidden subcommand that ingests one file in a process of its
// own.
const workerName = "ingest-worker"

func (a *app) workerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    workerName,
		Hidden: true,
		Args:   exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if code := ingest.RunWorker(cmd.Context(), a.raw.in, a.raw.out, a.raw.err); code != 0 {
				return exitCode(code)
			}
			return nil
		},
	}
}

// worker returns the way to start such processes.
func worker() (*ingest.Worker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return &ingest.Worker{Command: []string{self, workerName}}, nil
}
