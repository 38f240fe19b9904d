import { expect, test, vi } from 'vitest'
import { PHONE_VIDEO_FORMATS } from '#shared/phone-videos.ts'
import bundled from './bundled/home.json' with { type: 'json' }
import { videoHeroEntry } from './generated/entry-schemas.ts'
import { PHONE_VIDEOS } from './phone-videos.gen.ts'
import { toVideoHero } from './video-hero.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: 'https://media.example/files', siteUrl: 'https://site.example' } }))

const hero = bundled.homePageCollection.items[0]?.hero
const name = PHONE_VIDEOS['videos/home-webVideo-low.mp4']

const listPhoneSources = (url?: string) =>
  toVideoHero(videoHeroEntry.schema.parse({ ...hero, videoFile: url ? { url } : hero?.videoFile })).phoneSources

const phoneSources = PHONE_VIDEO_FORMATS.map(({ codec, type }) => ({
  src: `https://media.example/files/videos/phone/${name}.${codec}.mp4`,
  type,
}))

test('§7.9 the bundled video has phone versions below the asset prefix, AV1 first, and so has that of the seed in the CMS', () => {
  expect(listPhoneSources()).toEqual(phoneSources)
  expect(phoneSources[0]?.src).toMatch(/\/home-webVideo-low\.[0-9a-f]{8}\.av1\.mp4$/)
  expect(listPhoneSources(`https://videos.ctfassets.net/space/asset/version/${name}.mp4`)).toEqual(phoneSources)
})

test.each(['home-webVideo-low.mp4', 'home-webVideo-low.00000000.mp4'])(
  'a video that an editor uploaded has no phone version: %s',
  (file) => expect(listPhoneSources(`https://videos.ctfassets.net/space/asset/version/${file}`)).toEqual([]),
)
