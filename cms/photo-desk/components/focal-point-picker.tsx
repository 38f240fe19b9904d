import { Flex, Text } from '@contentful/f36-components'
import { type PointerEvent, useId, useState } from 'react'
import {
  describeFocalPoint,
  type FocalPoint,
  formatFocalPoint,
  getFocalPointAt,
  getSharePosition,
  MIDDLE,
  parseFocalPoint,
} from '#cms/photo-desk/state/pictures/focal-point.ts'
import { getPictureCrops } from '#cms/photo-desk/state/pictures/picture-crops.ts'
import { Button } from './button.tsx'
import './focal-point.css'

interface FocalPointCropsProps {
  /** `undefined` until it is loaded. */
  readonly pictureUrl: string | undefined
  /** The text of the field. */
  readonly value: string | null | undefined
  readonly contentType?: string | undefined
}

interface FocalPointPickerProps extends FocalPointCropsProps {
  /** `null` for the middle, which the site shows without a value. */
  readonly onChange: (value: string | null) => void
}

const AXES = [
  { axis: 'x', label: 'From the left' },
  { axis: 'y', label: 'From the top' },
] as const

/** The whole picture with a marker, which a click, a drag or two sliders move, and the crops of the site. */
export function FocalPointPicker({ pictureUrl, value, onChange, contentType }: FocalPointPickerProps) {
  const id = useId()
  const [isLoaded, setIsLoaded] = useState(false)
  const point = parseFocalPoint(value)

  function move({ x, y }: FocalPoint) {
    onChange(x === MIDDLE.x && y === MIDDLE.y ? null : formatFocalPoint({ x, y }))
  }
  const moveToPointer = (event: PointerEvent<HTMLDivElement>) =>
    move(getFocalPointAt(event, event.currentTarget.getBoundingClientRect()))
  function startDrag(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.preventDefault() // otherwise the browser drags the picture
    event.currentTarget.setPointerCapture(event.pointerId)
    moveToPointer(event)
  }
  return (
    <div>
      <div className="focal-point-stage">
        <div
          className="focal-point-picture"
          onPointerDown={startDrag}
          onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && moveToPointer(event)}
        >
          <img src={pictureUrl} alt="" draggable={false} onLoad={() => setIsLoaded(true)} />
          <span className="focal-point-marker" hidden={!isLoaded} style={{ left: `${point.x}%`, top: `${point.y}%` }} />
        </div>
      </div>
      <Text as="p" id={id} marginTop="spacingXs" marginBottom="spacingXs">
        Click or drag on the picture, or move the sliders (Page Up and Page Down: 10% at a time).
      </Text>
      <Flex flexWrap="wrap" gap="spacingM">
        <div style={{ flex: '1 1 16rem' }}>
          <Flex gap="spacingM" role="group" aria-label="Focal point" aria-describedby={id}>
            {AXES.map(({ axis, label }) => (
              <Flex key={axis} as="label" flex="1" flexDirection="column">
                <Text>{label}</Text>
                <input
                  type="range"
                  min={0}
                  max={100}
                  value={point[axis]}
                  aria-valuetext={`${point[axis]}%`}
                  onChange={({ target }) => move({ ...point, [axis]: target.valueAsNumber })}
                />
              </Flex>
            ))}
          </Flex>
          <Text as="p" role="status" fontWeight="fontWeightDemiBold" marginBottom="spacingXs">
            {describeFocalPoint(point)}
          </Text>
          <Button onClick={() => onChange(null)}>Reset to the middle</Button>
        </div>
        <FocalPointCrops {...{ pictureUrl, value, contentType }} />
      </Flex>
    </div>
  )
}

/** px; five crops stand in one row of a form */
const HEIGHT = 88

/** A picture in all ways in which the site cuts it. */
export function FocalPointCrops({ pictureUrl, value, contentType = 'galleryImage' }: FocalPointCropsProps) {
  const id = useId()
  const focalPoint = parseFocalPoint(value)
  return (
    <section className="focal-point-crops" aria-labelledby={id}>
      <Text as="p" id={id} marginBottom="spacingXs">
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
