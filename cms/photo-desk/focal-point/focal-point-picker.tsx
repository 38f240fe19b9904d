import { Flex, Text } from '@contentful/f36-components'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { describeFocalPoint, type FocalPoint, getFocalPointAt, moveFocalPoint } from './focal-point.ts'
import './focal-point.css'

interface FocalPointPickerProps {
  /** `undefined` until it is loaded. */
  readonly pictureUrl: string | undefined
  readonly value: FocalPoint
  readonly onChange: (value: FocalPoint) => void
}

const AXES = [
  { axis: 'x', label: 'From the left' },
  { axis: 'y', label: 'From the top' },
] as const

/** The whole picture with a marker, which a click, a drag, the arrow keys or two sliders move. */
export function FocalPointPicker({ pictureUrl, value, onChange }: FocalPointPickerProps) {
  const id = useId()
  const picture = useRef<HTMLDivElement>(null)
  const marker = useRef<HTMLButtonElement>(null)
  const [isLoaded, setIsLoaded] = useState(false)

  function moveToPointer(event: PointerEvent) {
    if (picture.current) onChange(getFocalPointAt(event, picture.current.getBoundingClientRect()))
  }
  function startDrag(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.preventDefault() // otherwise the browser drags the picture
    event.currentTarget.setPointerCapture(event.pointerId)
    marker.current?.focus()
    moveToPointer(event)
  }
  function handleKeyDown(event: KeyboardEvent) {
    const moved = moveFocalPoint(value, event)
    if (!moved) return
    event.preventDefault() // otherwise the page scrolls
    onChange(moved)
  }
  return (
    <div className="focal-point-picker">
      <div className="focal-point-stage">
        <div
          ref={picture}
          className="focal-point-picture"
          onPointerDown={startDrag}
          onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && moveToPointer(event)}
        >
          <img src={pictureUrl} alt="" draggable={false} onLoad={() => setIsLoaded(true)} />
          <button
            ref={marker}
            type="button"
            className="focal-point-marker"
            aria-label="Focal point"
            aria-describedby={id}
            hidden={!isLoaded}
            style={{ left: `${value.x}%`, top: `${value.y}%` }}
            onKeyDown={handleKeyDown}
          />
        </div>
      </div>
      <p id={id}>Click or drag on the picture, or move the point with the arrow keys (with Shift: 10% at a time).</p>
      <Flex className="focal-point-sliders" gap="spacingM">
        {AXES.map(({ axis, label }) => (
          <label key={axis}>
            {label}
            <input
              type="range"
              min={0}
              max={100}
              value={value[axis]}
              aria-valuetext={`${value[axis]}%`}
              onChange={({ target }) => onChange({ ...value, [axis]: target.valueAsNumber })}
            />
          </label>
        ))}
      </Flex>
      <Text as="p" role="status" fontWeight="fontWeightDemiBold">
        {describeFocalPoint(value)}
      </Text>
    </div>
  )
}
