#!/bin/sh
# Runs a server on the socket that systemd-socket-activate hands over, as systemd does with pipeline-site.socket:
# the socket stays open when the server ends, and the next one takes it. SIGHUP ends the server; then it starts again.
trap 'kill $server' HUP
trap 'kill $server; exit' TERM
while :; do
  sh -c 'LISTEN_PID=$$ exec "$@"' sh "$@" &
  server=$!
  wait $server # ends at a signal too
  wait $server
done
