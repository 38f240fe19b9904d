/** A picture as it goes into the space. */
export interface MasterImage {
  readonly content: Buffer
  readonly extension: '.jpg' | '.png' | '.svg'
  /** px, upright, as the file came */
  readonly width: number
  readonly height: number
}
