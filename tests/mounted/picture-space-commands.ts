import type { BrowserCommand } from 'vitest/node'
import { createPictureSpace, type PictureSpace } from '#tests/setup/contentful/picture-space.ts'

const spaces = new Map<string, PictureSpace>()

/** Starts a local Contentful with photographs and logos, and returns its URL. */
const startPictureSpace: BrowserCommand<[]> = async () => {
  const space = await createPictureSpace()
  spaces.set(space.url, space)
  return space.url
}

/** Stops the local Contentful with this URL. */
const stopPictureSpace: BrowserCommand<[url: string]> = async (_, url) => {
  await spaces.get(url)?.[Symbol.asyncDispose]()
  spaces.delete(url)
}

/** What the browser cannot do itself. */
export const pictureSpaceCommands = { startPictureSpace, stopPictureSpace }

declare module 'vitest/internal/browser' {
  interface BrowserCommands {
    startPictureSpace: () => Promise<string>
    stopPictureSpace: (url: string) => Promise<void>
  }
}
