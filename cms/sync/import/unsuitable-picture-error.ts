/** Why a picture cannot be added, with the remedy. It costs that picture alone. */
export class UnsuitablePictureError extends Error {
  override readonly name = 'Unfit'
}
