/**
 * Encodings of the phone version of a video, in order of preference: browsers load the first that they support. The MIME
 * types are those of the files that `scripts/tools/videos.ts` writes.
 */
export const PHONE_VIDEO_FORMATS = [
  { codec: 'av1', type: 'video/mp4; codecs="av01.0.04M.08"' },
  { codec: 'h264', type: 'video/mp4; codecs="avc1.640028"' },
] as const

export type PhoneVideoCodec = (typeof PHONE_VIDEO_FORMATS)[number]['codec']

/**
 * Path of a phone version below the asset prefix and below public/media. `name` is the master's name with the hash of its
 * content (src/content/phone-videos.gen.ts).
 */
export const getPhoneVideoPath = (name: string, codec: PhoneVideoCodec): string => `videos/phone/${name}.${codec}.mp4`
