import { altText, contentType, focalPoint, image, line, paragraphs, video } from './fields.ts'

/** The film at the top of a page, with its overlay (spec §3: videoFile, header, title, poster). */
export const videoHero = contentType({
  id: 'videoHero',
  name: 'Video hero',
  description: 'The large film at the top of a page and the words over it.',
  title: 'name',
  fields: {
    name: line({ max: 60, help: 'For editors only: whose hero it is.' }),
    header: line({ max: 60, help: 'The small line over the title.' }),
    title: paragraphs({ max: 80, help: 'The large words. A line break here is a line break on the page.' }),
    videoFile: video({ help: 'MP4 (H.264), 1280 × 720 px, silent, a loop of 6 to 12 seconds, at most 2 MB.' }),
    poster: image({
      help: 'The film’s first picture, 1920 × 1080 px. It is there before the film, and instead of it for visitors who want no motion.',
    }),
    posterAlt: altText({ help: 'What the film shows, for visitors who cannot see it. No “picture of”.' }),
    focalPoint: focalPoint(),
  },
})
