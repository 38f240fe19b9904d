import { type FocalPoint, formatFocalPoint, getSharePosition } from './focal-point.ts'

/** Where the site cuts photographs. `isSnapped`: around the nearest of nine areas. */
const CROPS = [
  { id: 'desktop', name: 'Desktop, gallery', isSnapped: false },
  { id: 'phone', name: 'Phone, gallery', isSnapped: false },
  { id: 'narrow', name: 'Phone, narrow', isSnapped: false },
  { id: 'share', name: 'Shared link', isSnapped: true },
] as const

interface FocalPointCropsProps {
  readonly pictureUrl: string
  readonly value: FocalPoint
}

/** How the site cuts a photograph. */
export function FocalPointCrops({ pictureUrl, value }: FocalPointCropsProps) {
  return (
    <section className="focal-point-crops" aria-label="How the site cuts the photograph">
      {CROPS.map(({ id, name, isSnapped }) => (
        <figure key={id} data-crop={id}>
          <img
            src={pictureUrl}
            alt=""
            style={{ objectPosition: formatFocalPoint(isSnapped ? getSharePosition(value) : value) }}
          />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </section>
  )
}
