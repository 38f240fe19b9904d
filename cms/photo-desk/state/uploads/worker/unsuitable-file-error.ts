/** A file that cannot be added. The message continues the name of the file: what is wrong and what to do. */
export class UnsuitableFileError extends Error {
  override readonly name = 'UnsuitableFileError'
}
