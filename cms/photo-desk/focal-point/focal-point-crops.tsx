import { useId } from 'react'
import { type FocalPoint, formatFocalPoint, getSharePosition } from './focal-point.ts'
import { getPictureCrops } from './picture-crops.ts'
import './focal-point.css'

interface FocalPointCropsProps {
  /** `undefined` until it is loaded. */
  readonly pictureUrl: string | undefined
  readonly value: FocalPoint
  /** The content type of the picture’s entry. */
  readonly contentType?: string
}

/** A picture in all ways in which the site cuts it. */
export function FocalPointCrops({ pictureUrl, value, contentType = 'galleryImage' }: FocalPointCropsProps) {
  const id = useId()
  return (
    <section className="focal-point-crops" aria-labelledby={id}>
      <p id={id}>How the site cuts the picture</p>
      {getPictureCrops(contentType).map(({ name, width, height, isSnapped }) => (
        <figure key={name} style={{ inlineSize: `calc(var(--crop-height) * ${width / height})` }}>
          <img
            src={pictureUrl}
            alt=""
            style={{
              aspectRatio: `${width} / ${height}`,
              objectPosition: formatFocalPoint(isSnapped ? getSharePosition(value) : value),
            }}
          />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </section>
  )
}
