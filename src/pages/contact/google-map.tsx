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
    /** Google calls it when it refuses the key. */
    gm_authFailure?: () => void
  }
}

export interface GoogleOfficeMapProps {
  readonly apiKey: string
  readonly latitude: number
  readonly longitude: number
  /** The map's name, for a reader by ear. */
  readonly label: string
  /** The company's short name, at the marker. */
  readonly name: string
  /** The service cannot be reached, does not answer, or refuses the key. */
  readonly onFail: (cause: unknown) => void
}

/** The office on Google's map, once its service has loaded (requirements §2); the loader remembers that for later visits (requirements §4). */
export function GoogleOfficeMap({ apiKey, latitude, longitude, label, name, onFail }: GoogleOfficeMapProps) {
  const { isLoaded, loadError } = useJsApiLoader({ googleMapsApiKey: apiKey, libraries: LIBRARIES })
  const center = useMemo(() => ({ lat: latitude, lng: longitude }), [latitude, longitude])

  useEffect(() => {
    if (loadError) onFail(loadError)
  }, [loadError, onFail])

  useEffect(() => {
    if (isLoaded) return
    const timer = setTimeout(() => onFail(new Error(`no answer in ${PATIENCE} ms`)), PATIENCE)
    return () => clearTimeout(timer)
  }, [isLoaded, onFail])

  useEffect(() => {
    const refused = () => {
      isRefused = true
      onFail(new Error('the key is refused'))
    }
    if (isRefused) return refused()
    window.gm_authFailure = refused
  }, [onFail])

  if (!isLoaded || isRefused) return null
  return (
    <section className={place} aria-label={label}>
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
            fontFamily: font.narrow,
            fontSize: '20px',
            fontWeight: '700',
          }}
        />
      </GoogleMap>
    </section>
  )
}

/** Google says so once; the page may be visited again. */
let isRefused = false

/** ms until a script that never answers counts as failed. */
const PATIENCE = 20_000

/** The marker has one of its own. The loader wants the same array each time. */
const LIBRARIES: ('maps' | 'marker')[] = ['maps', 'marker']

/** One finger and the wheel scroll the page, not the map; the map is quieter than what stands on it. */
const OPTIONS: google.maps.MapOptions = {
  backgroundColor: color.sand,
  clickableIcons: false,
  disableDefaultUI: true,
  gestureHandling: 'cooperative',
  styles: [{ stylers: [{ saturation: -70 }] }],
  zoomControl: true,
}

/** A drop whose tip is the place, with the name above it. */
const PIN: google.maps.Symbol = {
  path: 'M0 0C-5-9-13-16-13-25a13 13 0 0 1 26 0C13-16 5-9 0 0zm0-30a5 5 0 1 0 0 10 5 5 0 0 0 0-10z',
  fillColor: color.clay,
  fillOpacity: 1,
  strokeColor: color.bone,
  strokeWeight: 1.5,
}
const LABEL_ORIGIN = [0, -58] as const

const place = css`
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
