import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { addHashToFileName } from '#cms/seed/asset-file-name.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { updateGeneratedFile } from '#scripts/build/update-generated-file.ts'
import { MEDIA_FOLDER } from '#scripts/cli/folders.ts'
import { runCommand } from '#scripts/cli/run-command.ts'
import { getPhoneVideoPath, PHONE_VIDEO_FORMATS, type PhoneVideoCodec } from '#shared/phone-videos.ts'
import { UserError } from '#shared/user-error.ts'

/** The command that writes the phone versions. */
const COMMAND = 'node scripts/bootstrap.mjs scripts/tools/videos.ts'

/** Limit of one phone version in bytes. */
const MAX_BYTES = 450_000

/** A file above this size in bytes is encoded again in lower quality. */
const TARGET_BYTES = 400_000

/** The list of the masters that have phone versions, for the site. */
const LIST_FILE = 'src/content/phone-videos.gen.ts'

/**
 * ffmpeg's options by codec, and constant rate factors (`crf`) in descending quality: the first whose file has at most
 * `TARGET_BYTES` is used (record 10).
 */
const ENCODERS: Readonly<Record<PhoneVideoCodec, { readonly options: string; readonly crf: readonly number[] }>> = {
  av1: { options: '-c:v libsvtav1 -preset 3', crf: [36, 40, 44, 48, 52] },
  h264: { options: '-c:v libx264 -preset veryslow -profile:v high', crf: [25, 27, 29, 31, 33] },
}

/**
 * Options of both codecs. The masters have no color tags: browsers then assume BT.709 for 720 lines and BT.601 for fewer,
 * so the tags keep the colors. `bitexact` leaves out the versions of ffmpeg's libraries.
 */
const COMMON_OPTIONS =
  '-an -sn -dn -map_metadata -1 -fflags +bitexact -flags:v +bitexact -pix_fmt yuv420p -vf scale=960:-2:flags=lanczos ' +
  '-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709 -movflags +faststart'

/** A phone version of a master of the seed. */
interface PhoneVideo {
  /** Path of the master below public/media. */
  readonly master: string
  /** Name of the master with the hash of its content, without extension. */
  readonly name: string
  /** Path of the phone version. */
  readonly path: string
  readonly codec: PhoneVideoCodec
  /** How it is encoded. The file contains this text as its comment, so that other settings make it out of date. */
  readonly settings: string
}

/** Lists the phone versions of all videos of the seed. */
export async function listPhoneVideos(): Promise<readonly PhoneVideo[]> {
  const masters = readSeed().assets.filter(({ file }) => file.endsWith('.mp4'))
  const videos = await Promise.all(
    masters.map(async ({ file: master }) => {
      const { base } = parse(master)
      const { name } = parse(addHashToFileName(base, await readFile(join(MEDIA_FOLDER, master))))
      return PHONE_VIDEO_FORMATS.map(({ codec }) => ({
        master,
        name,
        path: join(MEDIA_FOLDER, getPhoneVideoPath(name, codec)),
        codec,
        settings: `${ENCODERS[codec].options} ${COMMON_OPTIONS} -crf ${ENCODERS[codec].crf}, at most ${TARGET_BYTES} bytes`,
      }))
    }),
  )
  return videos.flat()
}

/** Whether the file of a phone version exists and was made with the current settings. */
const isCurrent = async ({ path, settings }: PhoneVideo): Promise<boolean> =>
  (await readFile(path).catch(() => undefined))?.includes(settings) ?? false

/** Returns a problem for each phone version that is missing, too large or out of date, and for each file of another master. */
export async function findPhoneVideoProblems(videos: readonly PhoneVideo[]): Promise<readonly string[]> {
  const problems: string[] = []
  for (const video of videos) {
    if (!(await isCurrent(video))) problems.push(`${video.path} is missing or out of date: run ${COMMAND}`)
    else if ((await stat(video.path)).size > MAX_BYTES)
      problems.push(`${video.path} is larger than ${MAX_BYTES} bytes: shorten or simplify ${video.master}`)
  }
  for (const path of await listObsoleteFiles(videos)) problems.push(`${path} has no master: run ${COMMAND}`)
  if (await updateGeneratedFile(LIST_FILE, printList(videos), { check: true }))
    problems.push(`${LIST_FILE} is out of date: run ${COMMAND}`)
  return problems
}

async function listObsoleteFiles(videos: readonly PhoneVideo[]): Promise<readonly string[]> {
  const folder = join(MEDIA_FOLDER, dirname(getPhoneVideoPath('', 'av1')))
  const paths = (await readdir(folder).catch(() => [])).map((name) => join(folder, name))
  return paths.filter((path) => !videos.some((video) => video.path === path))
}

const printList = (videos: readonly PhoneVideo[]): string =>
  [
    `// Generated from public/media by: ${COMMAND}`,
    '',
    '/** Videos of the seed with phone versions: path below public/media, and name with the hash of the content. */',
    'export const PHONE_VIDEOS: Readonly<Record<string, string>> = {',
    ...[...new Map(videos.map(({ master, name }) => [master, name]))].map(
      ([master, name]) => `  '${master}': '${name}',`,
    ),
    '}',
    '',
  ].join('\n')

/** Encodes a phone version in the best quality that keeps it below the target size. Throws `UserError` when ffmpeg fails. */
async function encode(video: PhoneVideo): Promise<void> {
  const part = `${video.path}.part`
  await mkdir(dirname(video.path), { recursive: true })
  for (const crf of ENCODERS[video.codec].crf) {
    runEncoder(video, crf, part)
    const { size } = await stat(part)
    console.log(`${video.path}: ${Math.round(size / 1_000)} KB with crf ${crf}`)
    if (size <= TARGET_BYTES) break
  }
  await rename(part, video.path)
}

function runEncoder({ master, codec, settings }: PhoneVideo, crf: number, file: string): void {
  const input = ['-v', 'error', '-y', '-i', join(MEDIA_FOLDER, master)]
  const options = `${ENCODERS[codec].options} -crf ${crf} ${COMMON_OPTIONS}`.split(' ')
  const output = ['-metadata', `comment=${settings}`, '-f', 'mp4', file]
  const env = { ...process.env, SVT_LOG: '1' } // errors only
  const { status } = spawnSync('ffmpeg', [...input, ...options, ...output], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  })
  if (status !== 0)
    throw new UserError(
      `ffmpeg cannot encode ${master}: see its message above, or install it with libsvtav1 and libx264 (Debian: sudo apt-get install ffmpeg)`,
    )
}

/** Writes the phone versions that are missing or out of date, and deletes those of other masters. */
async function updatePhoneVideos(): Promise<void> {
  const videos = await listPhoneVideos()
  for (const video of videos) if (!(await isCurrent(video))) await encode(video)
  for (const path of await listObsoleteFiles(videos)) await rm(path)
  await updateGeneratedFile(LIST_FILE, printList(videos), { check: false })
  const problems = await findPhoneVideoProblems(videos)
  if (problems.length > 0) throw new UserError(problems)
  console.log('All phone versions are up to date.')
}

if (import.meta.main) await runCommand(updatePhoneVideos)
