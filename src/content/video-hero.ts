import { getPhoneVideoPath, PHONE_VIDEO_FORMATS } from '#shared/phone-videos.ts'
import type { VideoSource } from '#src/components/video-hero.tsx'
import { env } from '#src/env.ts'
import type { EntryFields } from './field-schemas.ts'
import type { videoHeroEntry } from './generated/entry-schemas.ts'
import { PHONE_VIDEOS } from './phone-videos.gen.ts'
import { toPicture, toShareImage } from './pictures.ts'
import { splitLines } from './split-text.ts'

/** Content of a video hero (requirements §3: videoFile, header, title, poster). */
export type VideoHeroContent = ReturnType<typeof toVideoHero>

/** Maps a video hero. */
export function toVideoHero({
  sys,
  header,
  title,
  videoFile,
  poster,
  posterAlt,
  focalPoint,
}: EntryFields<typeof videoHeroEntry>) {
  return {
    id: sys.id,
    header,
    /** The lines of the title. */
    title: splitLines(title),
    videoFile: videoFile.url,
    /** Smaller files of the video for phones, in order of preference. None for a video that an editor uploaded. */
    phoneSources: listPhoneSources(videoFile.url),
    poster: toPicture(poster, posterAlt, focalPoint),
    /** The poster for shared links. */
    shareImage: toShareImage(poster, posterAlt, focalPoint),
  }
}

/**
 * Returns the phone versions of a video of the seed. The hash in a file name of the CMS (cms/seed/asset-file-name.ts)
 * identifies the master; the bundled content has its path below the asset prefix.
 */
function listPhoneSources(url: string): readonly VideoSource[] {
  const master = Object.entries(PHONE_VIDEOS).find(
    ([path, name]) => url === `${env.assetPrefix}/${path}` || url.endsWith(`/${name}.mp4`),
  )
  if (!master) return []
  const [, name] = master
  return PHONE_VIDEO_FORMATS.map(({ codec, type }) => ({
    src: `${env.assetPrefix}/${getPhoneVideoPath(name, codec)}`,
    type,
  }))
}
