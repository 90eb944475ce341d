// Package settings is what a project and a person set: one struct, one table of
// keys, and a page of documentation that is made from the table.
//
// Flags win over PQCITE_* variables of the environment, those over the project's
// .pqcite.yaml, that over the person's config.yaml, and that over the defaults. A
// list that is set takes the place of the list before; rules are set one by one.
//
// Files are read strictly: a key that there is none of, a value out of range, a key
// that is there twice or an alias is an error that names file, line, key and what is
// allowed. What it trades away is YAML's freedom: no anchors, no second document, no
// file of more than 1 MiB. There is no key for a secret, and a key that is unknown is
// named without its value.
package settings
