import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { VideoHero } from './video-hero.tsx'

const html = renderToStaticMarkup(
  <VideoHero
    frame="page"
    header="Services"
    title={['What', 'We Do']}
    picture={{ src: '/p.webp', width: 1920, height: 1080, alt: 'Sidebooms' }}
    videoFile="/videos/services.mp4"
    phoneSources={[{ src: '/videos/phone/services.mp4', type: 'video/mp4' }]}
    texts={{ pauseVideo: 'Pause video', playVideo: 'Play video', videoUnsupported: 'No video here.' }}
  />,
)

test('§3.2 separates the lines of the title with a space for screen readers', () => {
  const [, heading = ''] = /<h1[^>]*>(.*)<\/h1>/.exec(html) ?? []
  expect(heading.replace(/<[^>]*>/g, '').trim()).toBe('What We Do')
})

test('the prerendered page shows the poster first and fetches no video', () => {
  expect(html).toContain('loading="eager"')
  expect(html).not.toContain('/videos/')
  expect(html).toContain('preload="none"')
})

test('§4.2 §8.12 prerenders a muted video with the text for browsers without video support, and no control', () => {
  expect(html).toMatch(/<video [^>]*muted=""[^>]*><span>No video here\.<\/span><\/video>/)
  expect(html).not.toContain('Pause video')
  expect(html).not.toContain('Play video')
})
