// Package settings is what a project and a person configure: one struct, one table of
// keys, and a page of documentation generated from the table.
//
// Flags override PQCITE_* variables of the environment, those override the project's
// .pqcite.yaml, that the person's config.yaml, and that the defaults. A list replaces
// the list of a lower rank; rules are set one by one.
//
// Files are read strictly: an unknown or duplicate key, a value out of range or an
// alias is an error that names file, line, key and what is allowed. The price is YAML's
// freedom: no anchors, no second document, no file over 1 MiB. There is no key for a
// secret, and an unknown key is named without its value.
package settings
