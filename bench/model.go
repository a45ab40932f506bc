package main

import (
	"context"
	"errors"
)

func printModel(context.Context, []string) error { return errors.New("later") }
