#!/bin/sh
# Puts a version of the site online, or returns to the one before. docs/deploying.md, Upgrade and roll back, explains it.
#   deploy-site [<branch, tag or commit>]    the newest commit of the default branch, unless one is named
#   deploy-site rollback                     the version before, with its release
#
# Root runs a copy of it, with its own clone of the repository. It neither reads nor runs what the site's user can write: every
# step in the folder of the site runs as that user. In /srv/pipeline-site:
#   versions/<name>/   a version with its packages; .release names the release that was built with it
#   current, previous  links to the version that runs, and to the one before
#   .env, data, releases, cache   settings, messages, pages, derived pictures: no version has its own
set -eu

# A second site on the machine has its own ones: docs/deploying.md, A staging site.
unit=${SITE_UNIT:-pipeline-site}
user=${SITE_USER:-site}
site_port=${SITE_PORT:-3000}
root=${SITE_ROOT:-/srv/$unit}
repository=${SITE_REPOSITORY:-/usr/local/share/pipeline-site/repository.git}
kept_versions=5

try=$unit-try
try_file=${SITE_RUNTIME_UNITS:-/run/systemd/system}/$try.service
node=node_modules/node/bin/node

# Private authorities too: update-ca-certificates adds them to this file.
export NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}"

fail() { echo "$1" >&2 && exit 1; }
as_site() { runuser -u "$user" -- "$@"; }

# Prints the settings, without a byte order mark.
read_settings() { as_site sed '1s/^\xEF\xBB\xBF//' .env; }

# Runs a script of the new version. Its release is in a folder of its own until the version has answered.
run_new() { # <script> [arguments]
  as_site env -C "$version" RELEASES_FOLDER=releases $node --env-file-if-exists=.env "$@"
}

# Points a link to another folder in one step.
set_link() { # <link> <folder>
  as_site ln -sfn "$2" "$1.new"
  as_site mv -T "$1.new" "$1"
}

# Prints the version that a link names. The site's user can write it: any other text would get into a unit.
linked_version() { readlink "$1" | sed -nE '1s|^(versions/[0-9TZ]+-[0-9a-f]+)$|\1|p'; }

# Waits until a server answers. Fails when it does not in time, or when its process ends again and again.
wait_until_alive() { # <unit> <address> <version>
  ask="fetch('http://$2/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
  end=$(($(date +%s) + ${SITE_START_SECONDS:-15}))
  while [ "$(date +%s)" -lt "$end" ]; do
    as_site timeout 2 "$root/$3/$node" -e "$ask" >/dev/null 2>&1 && return 0
    ! systemctl is-failed --quiet "$1" && [ "$(systemctl show --value -p NRestarts "$1")" -lt 2 ] || return 1
    sleep 0.2
  done
  return 1
}

# Starts a version beside the one that runs, under the rules of its unit, with an empty data folder and another port.
try_version() { # <version> [<variable of the server>]
  listen="const server = net.createServer().listen(0, () => server.close(console.log(server.address().port)))"
  port=$(as_site timeout 10 "$root/$1/$node" -e "$listen" | head -c 5 | tr -cd 0-9)
  systemctl cat "$unit.service" | sed "s|$root/current|$root/$1|g; /^Requires=/d" >"$try_file"
  cat >>"$try_file" <<END
[Service]
Restart=no
RuntimeMaxSec=300
ReadWritePaths=-$root/$1/releases
Environment=HOST=127.0.0.1 PORT=$port METRICS_PORT= DATABASE_URL= BACKEND_FOLDER=/tmp/messages ${2:-}
END
  systemctl daemon-reload
  systemctl restart "$try" && wait_until_alive "$try" "127.0.0.1:$port" "$1" && alive=yes || alive=no
  systemctl stop "$try"
  systemctl reset-failed "$try" 2>/dev/null || true
  rm "$try_file"
  systemctl daemon-reload
  [ "$alive" = yes ]
}

# Runs a version with the release that was built with it, where that is still there.
start_version() { # <version>
  set_link current "$1"
  release=$(as_site timeout 5 head -c 100 "$1/.release")
  as_site env -C "$1" $node --env-file-if-exists=.env scripts/releases.ts activate "$release" ||
    echo "The pages stay as they are: the release of $1 is no longer there." >&2
  address=$(systemctl show --value -p Listen "$unit.socket" | sed -nE '1s/^(.*:[0-9]+) \(Stream\)$/\1/p')
  [ -n "$address" ] || fail "$unit.socket has no address with a port: set ListenStream in it."
  systemctl restart "$unit" && wait_until_alive "$unit" "$address" "$1"
}

# Changes to a version, and back to the running one where it does not start.
switch_to() { # <version>
  before=$(linked_version current)
  if start_version "$1"; then
    [ -z "$before" ] || set_link previous "$before"
    return
  fi
  [ -n "$before" ] || fail "$1 does not start: journalctl -u $unit says why."
  start_version "$before" || fail "Neither $1 nor $before starts: journalctl -u $unit says why."
  echo "$1 does not start: journalctl -u $unit says why. $before runs again." >&2
  return 1
}

deploy() { # <revision>
  for setting in BACKEND_FOLDER RELEASES_FOLDER; do
    read_settings | grep -q "^$setting=$root/" ||
      fail "$root/.env must set $setting to a folder of $root outside of the versions. Nothing was changed."
  done
  git -C "$repository" fetch --quiet --prune || fail "The repository cannot be fetched. Nothing was changed."
  commit=$(git -C "$repository" rev-parse --quiet --verify --short=8 "$1^{commit}") ||
    fail "The repository has no commit $1. Nothing was changed."

  remove_old_versions
  settings="The settings in .env do not fit this version."
  version=versions/$(date -u +%Y%m%dT%H%M%SZ)-$commit
  as_site mkdir -p "$version"
  git -C "$repository" archive "$commit" | as_site tar -x -C "$version" || abandon "The version cannot be unpacked."
  as_site ln -s "$root/.env" "$version/.env"
  as_site ln -s "$root/cache" "$version/.cache"

  # With the packages of the running version, where they are the same: the installation takes minutes.
  if as_site cmp -s current/package-lock.json "$version/package-lock.json"; then
    as_site ln -s ../../current/node_modules "$version/node_modules"
    run_new server/main.ts --check || abandon "$settings"
    as_site rm "$version/node_modules"
  fi
  as_site env -C "$version" npm ci --omit=dev --prefer-offline --no-audit --no-fund --loglevel=error ||
    abandon "The packages cannot be installed."
  # A build takes minutes, too.
  run_new server/main.ts --check || abandon "$settings"

  run_new scripts/build.ts || abandon "No release could be built."
  run_new server/main.ts --check || abandon "$settings"
  try_version "$version" "RELEASES_FOLDER=$root/$version/releases" ||
    abandon "It does not start: journalctl -u $try says why."
  releases=$(read_settings | sed -n 's/^RELEASES_FOLDER=//p' | tail -1)
  as_site sh -c 'cd "$1/releases" && ls -d 2* >../.release && mv -t "$2" 2*' sh "$version" "$releases"

  if ! switch_to "$version"; then
    as_site sh -c 'rm -rf "$2/$(cat "$1/.release")" "$1"' sh "$version" "$releases"
    exit 1
  fi
  echo "$version runs."
  report_changed_files "$commit"
}

abandon() { # <reason>
  as_site rm -rf "$version"
  fail "$1 Nothing was changed."
}

# Makes room for a version: removes what a killed deployment has left, which has no release, and all but the newest ones.
remove_old_versions() {
  as_site sh -c '
    ls -1dr versions/* 2>/dev/null | while read -r version; do
      case $version in "$(readlink current)" | "$(readlink previous)") continue ;; esac
      [ ! -s "$version/.release" ] || kept=$((${kept:-0} + 1))
      [ -s "$version/.release" ] && [ "$kept" -le "$1" ] || rm -rf "$version"
    done' sh $((kept_versions - 3)) # besides the new one, the running one and the one before
}

# Names the files of the machine that differ from those of the version.
report_changed_files() { # <commit>
  names="s/pipeline-site/$unit/g; s/\([= ]\)site\b/\1$user/g; s/:3000/:$site_port/"
  again="differs from the version's: install it again, as in step 5 of docs/deploying.md."
  git -C "$repository" show "$1:deploy/deploy.sh" | cmp -s - "$0" || echo "$0 $again"
  for name in $(git -C "$repository" ls-tree --name-only "$1:deploy/systemd"); do
    installed=/etc/systemd/system/$(echo "$name" | sed "$names")
    [ ! -e "$installed" ] ||
      git -C "$repository" show "$1:deploy/systemd/$name" | sed "$names" | cmp -s - "$installed" ||
      echo "$installed $again"
  done
}

cd "$root" || fail "There is no folder $root: docs/deploying.md says how to set up the server."
[ -d "$repository" ] || fail "There is no $repository: docs/deploying.md, step 4, clones it."
exec 9<"$root"
flock --nonblock 9 || fail "Another deployment is running. Nothing was changed."
case ${1:-HEAD} in
  rollback)
    version=$(linked_version previous)
    [ -n "$version" ] || fail "There is no version to return to. Nothing was changed."
    try_version "$version" || fail "$version does not start: journalctl -u $try says why. Nothing was changed."
    switch_to "$version" || exit 1
    echo "$version runs."
    ;;
  -*) fail "Usage: deploy-site [<branch, tag or commit>], or deploy-site rollback" ;;
  *) deploy "${1:-HEAD}" ;;
esac
