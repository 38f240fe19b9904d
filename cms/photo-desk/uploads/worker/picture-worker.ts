import '#cms/photo-desk/configure-zod.ts'
import { hashSmallPicture } from './hash-small-picture.ts'
import { type PictureTask, type TaskMessage, UnsuitableFileError, type WorkerMessage } from './picture-task.ts'
import { createThumbnail, preparePicture } from './prepare-picture.ts'

/** The entry of the workers, which read and convert pictures so that the page stays responsive. */
addEventListener('message', async ({ data: { taskId, task } }: MessageEvent<TaskMessage>) => {
  const post = (message: WorkerMessage) => postMessage(message)
  try {
    post({ taskId, event: 'result', result: await runTask(task, () => post({ taskId, event: 'converting' })) })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    post({ taskId, event: 'error', message, isUnsuitable: error instanceof UnsuitableFileError })
  }
})

function runTask(task: PictureTask, onConverting: () => void) {
  if (task.kind === 'prepare') return preparePicture(task.file, task.pictureType, onConverting)
  return task.kind === 'hash' ? hashSmallPicture(task.url, task.comparisonWidth) : createThumbnail(task.file)
}
