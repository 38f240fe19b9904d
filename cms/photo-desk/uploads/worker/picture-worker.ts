import '#cms/photo-desk/configure-zod.ts'
import workerpool from 'workerpool'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { hashPicture } from './hash-picture.ts'
import { createThumbnail, preparePicture } from './prepare-picture.ts'

/** What the workers do, so that the page stays responsive. */
const TASKS = {
  prepare: (file: Blob, pictureType: PictureType) =>
    preparePicture(file, pictureType, () => workerpool.workerEmit('converting')),
  createThumbnail,
  hashPicture,
}

export type PictureTasks = typeof TASKS

workerpool.worker(TASKS)
