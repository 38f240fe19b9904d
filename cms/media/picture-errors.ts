/** The source cannot be decoded. */
export class UnreadablePictureError extends Error {
  override readonly name = 'UnreadablePictureError'
}

/** The source no longer has the content that its hash stands for. */
export class PictureChangedError extends Error {
  override readonly name = 'PictureChangedError'
}

/** The folder cannot be written. Its message names the folder, the reason and the remedy. */
export class PictureCacheError extends Error {
  override readonly name = 'PictureCacheError'

  constructor(folder: string, cause: unknown) {
    super(`The picture cache ${folder} cannot be written: ${reasonOf(cause)}`, { cause })
  }
}

function reasonOf(problem: unknown): string {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : ''
  return REASONS[code] ?? (problem instanceof Error ? problem.message : String(problem))
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space and run it again: what was derived is kept',
  EDQUOT: 'your disk quota is used up. Free some space and run it again: what was derived is kept',
  EACCES: 'permission is denied. Make the folder writable, or delete it',
  EPERM: 'permission is denied. Make the folder writable, or delete it',
  EROFS: 'its disk is mounted read-only. Mount it writable',
  EEXIST: 'a file is in the place of the folder. Delete the file',
  ENOTDIR: 'a file is in the place of the folder. Delete the file',
}
