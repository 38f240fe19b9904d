import type { PictureTools } from '#cms/photo-desk/state/uploads/picture-tools.ts'
import { UnsuitableFileError } from '#cms/photo-desk/state/uploads/worker/unsuitable-file-error.ts'
import { hashFile } from '#cms/pictures/picture-file.ts'

/** Creates a file. Files whose contents begin with the same word look alike. */
export const createFile = (name: string, content = name) => new File([content], name)

/** The word with which a file begins that looks like all pictures of the space. */
const LIKE_SPACE = 'space'

/** Every content has its own; `LIKE_SPACE` has that of the pictures of the space. */
async function createPerceptualHash(content: string): Promise<Uint8Array> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content.split(' ')[0])))
  return Uint8Array.from({ length: 768 }, (_, index) => digest[index % digest.length] ?? 0)
}

/** Creates tools that do not convert: each file becomes the same small picture, and one named `bad…` is refused. */
export function createTestTools(waitForFile?: (file: Blob) => unknown): PictureTools {
  return {
    prepare: async (file) => {
      await waitForFile?.(file)
      if (file instanceof File && file.name.startsWith('bad'))
        throw new UnsuitableFileError('cannot be read as a picture')
      const canvas = new OffscreenCanvas(8, 8)
      canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
      const master = await canvas.convertToBlob({ type: 'image/jpeg' })
      return {
        hash: await hashFile(new Uint8Array(await file.arrayBuffer())),
        perceptualHash: await createPerceptualHash(await file.text()),
        master,
        extension: '.jpg',
        notes: [],
        thumbnail: master,
      }
    },
    hashSpacePicture: () => createPerceptualHash(LIKE_SPACE),
  }
}
