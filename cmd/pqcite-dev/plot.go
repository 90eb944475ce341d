package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/eval/plots"
	"github.com/pqcite/pqcite/internal/atomicfile"
)

func plotCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "plot DIR",
		Short: "Draw the plots of an ablation into its folder, and show them in its report",
		Args:  cobra.ExactArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return plot(args[0]) },
	}
}

// plot draws what `pqcite eval ablate --out DIR` measured.
func plot(dir string) error {
	f, err := os.Open(filepath.Join(dir, "ablation.json"))
	if err != nil {
		return fmt.Errorf("%w; it is written by: pqcite eval ablate SET --out %s", err, dir)
	}
	defer f.Close()
	a, err := eval.ReadAblation(f)
	if err != nil {
		return err
	}
	names, err := plots.Write(dir, a)
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, "report.md"), 0o644, func(w io.Writer) error { return a.WriteMarkdown(w, names) })
}
