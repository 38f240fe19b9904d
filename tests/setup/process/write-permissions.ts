/** What a process may write, for `limitWrites`. */
interface WritePermissions {
  /** Folders and files of this machine by their path in `/srv`, where the process finds nothing else. */
  readonly mounts: Readonly<Record<string, string>>
  /** Paths in `/srv` that the process may write, besides `/tmp`, which is empty, and `/dev`. */
  readonly writable: readonly string[]
  readonly workingDirectory: string
}

/**
 * Makes its own view of the file system, as `ProtectSystem=strict` and `PrivateTmp=true` of systemd and a read-only container
 * do, and runs a command in it as an ordinary user, without capabilities. The files of this user belong to that one.
 */
const SCRIPT = `
  set -eu
  mount -t tmpfs tmpfs /srv
  printf '%s\n' "$MOUNTS" | while IFS='|' read -r source target; do
    mkdir -p "$(dirname "$target")"
    if [ -d "$source" ]; then mkdir "$target"; else touch "$target"; fi
    mount --bind "$source" "$target"
  done
  awk '{ gsub(/\\\\040/, " "); print $5 }' /proc/self/mountinfo | while read -r folder; do
    case "$folder" in /proc | /proc/* | /sys | /sys/* | /dev | /dev/*) continue ;; esac
    case "|$WRITABLE|" in *"|$folder|"*) continue ;; esac
    mount -o remount,bind,ro "$folder"
  done
  mount -t tmpfs tmpfs /tmp
  cd "$WORKING_DIRECTORY"
  unset MOUNTS WRITABLE WORKING_DIRECTORY
  exec unshare --user --map-user=1000 --map-group=1000 "$@"`

/**
 * Returns the command that runs another command with these permissions, and its variables. It ends with the message of
 * `unshare` or `mount` where this machine allows neither root nor user namespaces to change mounts.
 */
export function limitWrites(command: readonly string[], { mounts, writable, workingDirectory }: WritePermissions) {
  const namespace = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user']
  return {
    command: ['unshare', ...namespace, '--propagation=private', 'sh', '-c', SCRIPT, 'sh', ...command],
    env: {
      MOUNTS: Object.entries(mounts)
        .map(([target, source]) => `${source}|${target}`)
        .join('\n'),
      WRITABLE: writable.join('|'),
      WORKING_DIRECTORY: workingDirectory,
    },
  }
}
