import { css } from 'linaria'
import type { KeyboardEvent } from 'react'
import {
  ACTION_SWIPE,
  type ComponentProps,
  createModule,
  MODULE_CONTROLLER,
  type Plugin,
  useEvents,
  useKeyboardNavigation,
  useLightboxState,
  useSensors,
} from 'yet-another-react-lightbox'
import { PhotoStrip } from './photo-strip.tsx'

declare module 'yet-another-react-lightbox' {
  interface LightboxProps {
    /** The strip's name. */
    stripLabel?: string
  }
}

/** A plugin of the lightbox: the strip of all photographs, beside the carousel, so that what moves the one leaves the other. */
export const photoStripPlugin: Plugin = ({ addParent }) =>
  addParent(MODULE_CONTROLLER, createModule('strip', WithStrip))

function WithStrip({ children, stripLabel = '' }: ComponentProps) {
  const { slides, currentIndex } = useLightboxState()
  const { publish } = useEvents()
  const { registerSensors, subscribeSensors } = useSensors<HTMLDivElement>()
  useKeyboardNavigation(subscribeSensors)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const end = { Home: 0, End: slides.length - 1 }[event.key]
    if (end === undefined) return registerSensors.onKeyDown?.(event)
    event.preventDefault()
    publish(ACTION_SWIPE, { type: 'swipe', increment: end - currentIndex })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: these are the dialog's keys, for whatever in it has the focus
    <div className={frame} onKeyDown={onKeyDown}>
      <div className={stage}>{children}</div>
      <PhotoStrip label={stripLabel} />
    </div>
  )
}

const frame = css`
  position: absolute;
  inset: 0;
  display: grid;
  grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
`

const stage = css`
  position: relative;
`
