#!/bin/sh
# Puts a version of the site online, or returns to the one before. docs/deploying.md, Upgrade and roll back, explains it.
#   deploy-site [<branch, tag or commit>]    the newest commit of the default branch, unless one is named
#   deploy-site rollback                     the version before, with its release
#
# It runs as root, from a copy outside of the project: the user "site" can change the project. Everything but the restart
# runs as that user. In /srv/pipeline-site:
#   repository.git     a mirror of the repository
#   versions/<name>/   a version with its packages; .release names the release that was built with it
#   current, previous  links to the version that runs, and to the one before
#   .env, data, releases, cache   settings, messages, pages, derived pictures: no version has its own
set -eu

root=${SITE_ROOT:-/srv/pipeline-site}
health=${SITE_HEALTH_URL:-http://127.0.0.1:3000/health/live}
start_seconds=${SITE_START_SECONDS:-60}
kept_versions=5

# Private authorities too: update-ca-certificates adds them to this file.
export NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}"

fail() {
  echo "$1" >&2
  exit 1
}

as_site() {
  runuser -u site -- "$@"
}

# Runs a script of a version with the version's Node and the settings.
run_script() { # <version> <script> [arguments]
  (
    cd "$root/$1"
    shift
    as_site node_modules/node/bin/node --env-file-if-exists=.env "$@"
  )
}

active_release() { # <version>
  run_script "$1" scripts/releases.ts 2>/dev/null | awk '$2 == "active" { print $1 }'
}

# Points a link to another folder in one step.
set_link() { # <link> <folder>
  as_site ln -sfn "$2" "$1.new"
  as_site mv -T "$1.new" "$1"
}

# Restarts the server. Fails when it does not answer in time.
restart() {
  systemctl restart pipeline-site || return 1
  as_site "$root/current/node_modules/node/bin/node" -e "
    const end = Date.now() + $start_seconds * 1_000
    const isAlive = () => fetch('$health', { signal: AbortSignal.timeout(5_000) }).then(({ ok }) => ok, () => false)
    while (!(await isAlive())) {
      if (Date.now() > end) process.exit(1)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    process.exit()" --input-type=module
}

# Runs a version with the release that was built with it, where that is still there.
start_version() { # <version>
  set_link current "$1"
  run_script "$1" scripts/releases.ts activate "$(cat "$1/.release")" ||
    echo "The pages stay as they are: the release of $1 is no longer there." >&2
  restart
}

# Changes to a version, and back to the running one where it does not start.
switch_to() { # <version>
  before=$(readlink current || true)
  if start_version "$1"; then
    [ -z "$before" ] || set_link previous "$before"
    return
  fi
  [ -n "$before" ] || fail "$1 does not start: journalctl -u pipeline-site says why."
  start_version "$before" || fail "Neither $1 nor $before starts: journalctl -u pipeline-site says why."
  fail "$1 does not start: journalctl -u pipeline-site says why. $before runs again."
}

deploy() { # <revision>
  for setting in BACKEND_FOLDER RELEASES_FOLDER; do
    as_site grep -q "^$setting=$root/" .env ||
      fail "$root/.env must set $setting to a folder of $root outside of the versions. Nothing was changed."
  done
  as_site git -C repository.git fetch --quiet --prune ||
    fail "The repository cannot be fetched. Nothing was changed."
  commit=$(as_site git -C repository.git rev-parse --quiet --verify --short=8 "$1^{commit}") ||
    fail "The repository has no commit $1. Nothing was changed."

  version=versions/$(date -u +%Y%m%dT%H%M%SZ)-$commit
  as_site mkdir -p "$version"
  as_site sh -c 'git -C repository.git archive "$1" | tar -x -C "$2"' sh "$commit" "$version"
  as_site ln -s "$root/.env" "$version/.env"
  as_site ln -s "$root/cache" "$version/.cache"
  (cd "$version" && as_site npm ci --omit=dev --no-audit --no-fund) ||
    abandon "The packages cannot be installed."

  # Settings first, as without a release: a build takes minutes.
  (cd "$version" && as_site env RELEASES_FOLDER=releases node_modules/node/bin/node --env-file-if-exists=.env server/main.ts --check) ||
    abandon "The settings in .env do not fit this version."

  release_before=$(active_release "$version")
  run_script "$version" scripts/build.ts || abandon "No release could be built."
  run_script "$version" server/main.ts --check || abandon "The settings in .env do not fit the new release."
  active_release "$version" | as_site tee "$version/.release" >/dev/null

  switch_to "$version"
  remove_old_versions
  echo "$version runs."
  report_changed_files
}

# Removes the version that is not complete, and its release.
abandon() { # <reason>
  [ -z "${release_before:-}" ] || run_script "$version" scripts/releases.ts activate "$release_before"
  as_site rm -rf "$version"
  fail "$1 Nothing was changed."
}

remove_old_versions() {
  for version_path in $(ls -1dr versions/* | tail -n +$((kept_versions + 1))); do
    case $version_path in
      "$(readlink current)" | "$(readlink previous || true)") ;;
      *) as_site rm -rf "$version_path" ;;
    esac
  done
}

# Names the files of the machine that differ from those of the version.
report_changed_files() {
  for file in current/deploy/systemd/*; do
    installed=/etc/systemd/system/$(basename "$file")
    [ ! -e "$installed" ] || cmp -s "$file" "$installed" ||
      echo "$root/$file differs from $installed: copy it, then systemctl daemon-reload and restart the unit."
  done
  cmp -s current/deploy/deploy.sh "$0" || echo "$root/current/deploy/deploy.sh differs from $0: copy it."
}

cd "$root" || fail "There is no folder $root: docs/deploying.md says how to set up the server."
exec 9<"$root"
flock --nonblock 9 || fail "Another deployment is running. Nothing was changed."
case ${1:-HEAD} in
  rollback)
    [ -L previous ] || fail "There is no version to return to. Nothing was changed."
    switch_to "$(readlink previous)"
    echo "$(readlink current) runs."
    ;;
  -*) fail "Usage: deploy-site [<branch, tag or commit>], or deploy-site rollback" ;;
  *) deploy "${1:-HEAD}" ;;
esac
