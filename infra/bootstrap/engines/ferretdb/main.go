// Command quorum-ferretdb serves the MongoDB protocol on loopback with FerretDB and its SQLite backend.
//
// FerretDB's own command cannot be built by version (it insists on version files that its release process makes), its
// embeddable package can. That package never runs the telemetry reporter.
//
// What FerretDB 1.24 does not have, compared with MongoDB: transactions, change streams, array filters in updates,
// partial and expiring (TTL) indexes, renameCollection with dropTarget, sessions that end (endSessions), many
// aggregation stages. An adapter that uses one of them has to work without it on this server.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address to listen on; port 0 takes a free one")
	data := flag.String("data", "", "existing folder for the SQLite files")
	flag.Parse()

	if *data == "" {
		fmt.Fprintln(os.Stderr, "-data is missing: a folder for the SQLite files")
		os.Exit(2)
	}

	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))

	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: *listen},
		Logger:    logger,
		Handler:   "sqlite",
		SQLiteURL: "file:" + *data + "/",
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	// MongoDBURI waits until Run listens.
	go func() { fmt.Println("listening on", server.MongoDBURI()) }()

	if err := server.Run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
