#!/bin/sh
# Builds the Dockerfile without a registry of images, makes a release in a container, and serves it:
#   sh tests/deployment/build-image.sh
# Needs root on Debian, the programs buildah and debootstrap, and the project's packages. The base image is Debian with the
# Node of the package "node" and this machine's npm, in place of the official image of Node.
set -eu

for program in buildah debootstrap npm; do
  command -v "$program" >/dev/null || { echo "$program is missing: apt install $program" >&2; exit 1; }
done
base=$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' Dockerfile | head -1)
suite=$(echo "$base" | sed 's/.*-\(.*\)-slim/\1/')
port=18900
work=$(mktemp -d)
server=

image_tool() {
  command=$1
  shift
  buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$command" "$@"
}

clean_up() {
  # $server is a shell: its child, buildah, ends what runs in the container.
  [ -z "$server" ] || { pkill -P "$server" && wait "$server"; } 2>/dev/null || true
  image_tool rm --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

echo "== The base image $base"
debootstrap --variant=minbase --include=ca-certificates "$suite" "$work/debian" >"$work/debootstrap.log" ||
  { tail "$work/debootstrap.log" >&2; exit 1; }
cp node_modules/node/bin/node "$work/debian/usr/local/bin/node"
mkdir -p "$work/debian/usr/local/lib/node_modules"
cp -r "$(npm root --global)/npm" "$work/debian/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/debian/usr/local/bin/npm"
# Of this machine: a registry of packages may have a certificate that only it knows.
cp /etc/ssl/certs/ca-certificates.crt "$work/debian/etc/ssl/certs/"
chroot "$work/debian" useradd --uid 1000 --create-home node
container=$(image_tool from scratch)
image_tool add --quiet "$container" "$work/debian" / >/dev/null
image_tool config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --cmd node "$container"
image_tool commit --quiet --rm "$container" "docker.io/library/$base" >/dev/null

echo "== The image"
image_tool build --isolation chroot --format docker --pull=never --tag pipeline-site .
container=$(image_tool from --pull=never pipeline-site)
[ "$(image_tool inspect --format '{{.OCIv1.Config.User}}' "$container")" = node ] || { echo "It runs as root" >&2; exit 1; }

# Runs a command in the container, as the image's user, with the settings of a try without a CMS and a mail server.
in_container() {
  image_tool run --isolation chroot \
    --volume "$work/data:/data" --env NODE_ENV=development --env PORT=$port --env LOG_LEVEL=silent \
    --env VITE_SITE_URL=http://127.0.0.1:$port --env SITE_ORIGINS=http://127.0.0.1:$port \
    "$container" -- "$@"
}
mkdir "$work/data"
chown 1000:1000 "$work/data"

echo "== A release"
in_container npm run build

echo "== The server"
touch "$work/started"
in_container node server/main.ts &
server=$!
get() {
  node_modules/node/bin/node -e "
    fetch('http://127.0.0.1:$port$1').then(async (response) => {
      console.log(response.status, await response.text())
    }).catch(() => process.exit(1))"
}
for _ in $(seq 60); do
  get /health/live >/dev/null && break
  sleep 1
done
get /health/live | grep -q '^200' || { echo "/health/live does not answer 200" >&2; exit 1; }
get /services | grep -q '<h1' || { echo "/services is no page" >&2; exit 1; }
in_container npm run messages -- list
in_container npm run releases

# compose.yaml makes everything else read-only.
written=$(find "$(image_tool mount "$container")" -xdev -newer "$work/started" -user 1000 -type f \
  -not -path '*/app/.cache/compiled/*' -not -path '*/tmp/*' -not -path '*/home/node/.npm/*')
[ -z "$written" ] || { echo "The server wrote outside of /data: $written" >&2; exit 1; }
echo "The image builds and serves."
