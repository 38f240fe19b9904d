import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PHONE_VIDEO_FORMATS } from '#shared/phone-videos.ts'
import { findPhoneVideoProblems, listPhoneVideos } from './videos.ts'

const videos = await listPhoneVideos()

test('each video of the seed has two current phone versions of at most 450 KB', async () => {
  expect(videos).toHaveLength(8)
  expect(await findPhoneVideoProblems(videos)).toEqual([])
})

test.each(PHONE_VIDEO_FORMATS)(
  'the $codec files have the codecs of their MIME type, and start with the index',
  async ({ codec, type }) => {
    for (const { path } of videos.filter((video) => video.path.endsWith(`.${codec}.mp4`))) {
      const file = await readFile(path)
      expect(type, path).toBe(`video/mp4; codecs="${readCodecs(file)}"`)
      expect(file.indexOf('moov'), path).toBeLessThan(file.indexOf('mdat'))
    }
  },
)

/** Reads the `codecs` parameter (RFC 6381) from the decoder configuration of an MP4 file. */
function readCodecs(file: Buffer): string {
  const [avc, av1] = [file.indexOf('avcC'), file.indexOf('av1C')]
  if (avc !== -1) return `avc1.${file.subarray(avc + 5, avc + 8).toString('hex')}`
  const [profileAndLevel = 0, flags = 0] = file.subarray(av1 + 5, av1 + 7)
  const level = String(profileAndLevel & 0x1f).padStart(2, '0')
  return `av01.${profileAndLevel >> 5}.${level}${flags & 0x80 ? 'H' : 'M'}.${flags & 0x40 ? '10' : '08'}`
}
