import { Flex, Text } from '@contentful/f36-components'
import { useId } from 'react'
import { formatFocalPoint, getSharePosition, parseFocalPoint } from '#cms/photo-desk/state/pictures/focal-point.ts'
import { getPictureCrops } from '#cms/photo-desk/state/pictures/picture-crops.ts'
import './focal-point.css'

export interface FocalPointCropsProps {
  /** `undefined` until it is loaded. */
  readonly pictureUrl: string | undefined
  /** The text of the field. */
  readonly value: string | null | undefined
  /** The content type of the picture’s entry. */
  readonly contentType?: string | undefined
}

/** px; five crops stand in one row of a form */
const HEIGHT = 88

/** A picture in all ways in which the site cuts it. */
export function FocalPointCrops({ pictureUrl, value, contentType = 'galleryImage' }: FocalPointCropsProps) {
  const id = useId()
  const focalPoint = parseFocalPoint(value)
  return (
    <section className="focal-point-crops" aria-labelledby={id}>
      <Text as="p" id={id} marginTop="spacingM" marginBottom="spacingXs">
        How the site cuts the picture
      </Text>
      <Flex flexWrap="wrap" gap="spacingM">
        {getPictureCrops(contentType).map(({ name, width, height, isSnapped }) => (
          <figure key={name} style={{ width: (HEIGHT * width) / height }}>
            <img
              src={pictureUrl}
              alt=""
              style={{
                aspectRatio: `${width} / ${height}`,
                objectPosition: formatFocalPoint(isSnapped ? getSharePosition(focalPoint) : focalPoint),
              }}
            />
            <Text as="figcaption" fontSize="fontSizeS">
              {name}
            </Text>
          </figure>
        ))}
      </Flex>
    </section>
  )
}
