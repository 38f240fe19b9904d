/// <reference types="google.maps" />
import { GoogleMap, MarkerF, useJsApiLoader } from '@react-google-maps/api'
import { css } from 'linaria'
import { useEffect, useMemo } from 'react'
import { settings } from '#src/settings.ts'
import { print } from '#src/theme/media-queries.ts'
import { color, duration, font } from '#src/theme/tokens.ts'
import { headingStyle } from '#src/theme/typography.ts'

declare global {
  interface Window {
    /** The Google Maps API calls it when it rejects the key. */
    gm_authFailure?: () => void
  }
}

/** Props of `GoogleOfficeMap`. */
export interface GoogleOfficeMapProps {
  readonly apiKey: string
  readonly latitude: number
  readonly longitude: number
  /** The accessible name of the map. */
  readonly label: string
  /** The company's short name, shown at the marker. */
  readonly name: string
  /** Called if the API cannot be loaded, does not respond in time, or rejects the key. */
  readonly onFail: (error: unknown) => void
}

/**
 * The office on Google Maps (requirements §2). Renders nothing until the API is loaded, once per page load
 * (requirements §4).
 */
export function GoogleOfficeMap({ apiKey, latitude, longitude, label, name, onFail }: GoogleOfficeMapProps) {
  const { isLoaded, loadError } = useJsApiLoader({ googleMapsApiKey: apiKey, libraries: LIBRARIES })
  const center = useMemo(() => ({ lat: latitude, lng: longitude }), [latitude, longitude])

  useEffect(() => {
    if (loadError) onFail(loadError)
  }, [loadError, onFail])

  useEffect(() => {
    if (isLoaded) return
    const timer = setTimeout(() => onFail(new Error(`no response within ${LOAD_TIMEOUT_MS} ms`)), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isLoaded, onFail])

  useEffect(() => {
    const onKeyRejected = () => {
      isKeyRejected = true
      onFail(new Error('the key is rejected'))
    }
    if (isKeyRejected) return onKeyRejected()
    window.gm_authFailure = onKeyRejected
  }, [onFail])

  if (!isLoaded || isKeyRejected) return null
  return (
    <section className={root} aria-label={label}>
      <GoogleMap center={center} zoom={settings.mapZoom} options={OPTIONS} mapContainerClassName={map}>
        <MarkerF
          position={center}
          title={name}
          clickable={false}
          icon={{ ...PIN, labelOrigin: new google.maps.Point(...LABEL_ORIGIN) }}
          label={{
            text: name,
            className: marker,
            color: color.ink,
            fontFamily: font.heading,
            fontSize: '20px',
            fontWeight: '700',
          }}
        />
      </GoogleMap>
    </section>
  )
}

/** Kept for later visits to the page: Google calls `gm_authFailure` only once. */
let isKeyRejected = false

/** A script that is not loaded by then counts as failed. */
const LOAD_TIMEOUT_MS = 20_000

/** `MarkerF` needs `marker`. A constant, because the loader compares the array by reference. */
const LIBRARIES: ('maps' | 'marker')[] = ['maps', 'marker']

/**
 * One finger and the wheel scroll the page, not the map. The map is desaturated, so that the marker and the address
 * stand out.
 */
const OPTIONS: google.maps.MapOptions = {
  backgroundColor: color.sand,
  clickableIcons: false,
  disableDefaultUI: true,
  gestureHandling: 'cooperative',
  styles: [{ stylers: [{ saturation: -70 }] }],
  zoomControl: true,
}

/** A drop-shaped pin that points to the office, with the label above. */
const PIN: google.maps.Symbol = {
  path: 'M0 0C-5-9-13-16-13-25a13 13 0 0 1 26 0C13-16 5-9 0 0zm0-30a5 5 0 1 0 0 10 5 5 0 0 0 0-10z',
  fillColor: color.clay,
  fillOpacity: 1,
  strokeColor: color.bone,
  strokeWeight: 1.5,
}
const LABEL_ORIGIN = [0, -58] as const

const root = css`
  position: absolute;
  inset: 0 0 auto;
  block-size: var(--map);
  animation: appear ${duration.hover}ms;

  @keyframes appear {
    from {
      opacity: 0;
    }
  }

  ${print} {
    display: none;
  }
`

const map = css`
  inline-size: 100%;
  block-size: 100%;
`

const marker = css`
  ${headingStyle}
  border-inline-start: 4px solid ${color.amber};
  padding: 4px 12px;
  background: ${color.bone};
`
