import { css } from 'linaria'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Container } from '#src/components/container.tsx'
import { runWhenNear } from '#src/components/deferred-tasks.ts'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import { Picture, type PictureContent } from '#src/components/picture.tsx'
import type { ContactContent } from '#src/content/contact.ts'
import { env } from '#src/env.ts'
import { print, upToWidth } from '#src/theme/media-queries.ts'
import { color, gutter, size, space } from '#src/theme/tokens.ts'

interface OfficeMapProps {
  /** The coordinates of the office, if known. */
  readonly location: ContactContent['map']
  readonly label: string
  readonly name: string
  /** A picture of the surroundings, shown if the map cannot be. */
  readonly picture: PictureContent | null
  readonly pictureInspectorProps: InspectorProps
  /** The address. Shown on top of the map or the picture, or alone without them. */
  readonly children: ReactNode
}

/**
 * The map of the office (requirements §2). Loads when it comes near the viewport, if there are a key and a location.
 * Until then it shows the address. If there is no map or it fails, which is only logged (requirements §8), it shows the
 * picture in its place; without a picture, the address alone. Its height does not change.
 */
export function OfficeMap({ location, label, name, picture, pictureInspectorProps, children }: OfficeMapProps) {
  const apiKey = location ? env.googleMapsKey : undefined
  const rootRef = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<typeof import('./google-map.tsx') | 'failed'>()

  const onFail = useCallback((error: unknown) => {
    console.error('Google Maps API failed to load', error)
    setMap('failed')
  }, [])

  useEffect(() => {
    if (apiKey && rootRef.current)
      return runWhenNear(rootRef.current, PRELOAD_MARGIN, () => loadMap().then(setMap, onFail))
  }, [apiKey, onFail])

  const state = !apiKey ? 'none' : map === 'failed' ? 'failed' : 'wanted'
  const pictureElement = picture && (
    <div className={pictureBox} {...pictureInspectorProps}>
      <Picture picture={picture} sizes="100vw" className={pictureImage} />
    </div>
  )

  return (
    <div
      ref={rootRef}
      className={root}
      data-map={state}
      data-layout={state === 'wanted' || picture ? 'map' : 'address'}
    >
      {/* The map needs JavaScript. */}
      {state === 'wanted' ? <noscript>{pictureElement}</noscript> : pictureElement}
      <Container className={address}>{children}</Container>
      {apiKey && location && map && map !== 'failed' && (
        <map.GoogleOfficeMap apiKey={apiKey} {...location} label={label} name={name} onFail={onFail} />
      )}
    </div>
  )
}

/**
 * A separate function: a handler chained to `import` itself does not run if Vite fails to load the module's style
 * sheet.
 */
const loadMap = () => import('./google-map.tsx')

/** px. About the distance scrolled while the script loads. */
const PRELOAD_MARGIN = 400

const root = css`
  --map: 100%;
  position: relative;
  isolation: isolate;
  display: grid;
  align-items: center;
  min-block-size: ${size.map}px;
  padding-block: ${space.lg}px;
  background: ${color.sand};

  &[data-layout='map'] {
    align-items: end;
  }

  ${upToWidth('phone')} {
    --map: ${size.mapPhone}px;

    &[data-layout='map'] {
      padding-block-start: ${size.mapPhone + space.md}px;
    }

    /* The same height as with the map. */
    &[data-map='failed'][data-layout='address'] {
      padding-block: ${(size.mapPhone + space.md + space.lg) / 2}px;
    }
  }

  ${print} {
    &[data-map][data-layout] {
      min-block-size: 0;
      padding-block: ${space.md}px;
    }
  }
`

/** In the place of the map. */
const pictureBox = css`
  position: absolute;
  inset: 0 0 auto;
  block-size: var(--map);

  ${print} {
    position: static;
    block-size: 160px;
    margin-block-end: ${space.sm}px;
  }
`

const pictureImage = css`
  inline-size: 100%;
  block-size: 100%;
  outline: 1px solid ${color.hairlineOnBone};
  outline-offset: -1px;
  object-fit: cover;

  /* The alternative text, if the file cannot be loaded. */
  span& {
    outline: none;
    padding: ${space.lg}px max(${gutter}, (100% - ${size.container}px) / 2);
    background: none;
    color: ${color.ink};
  }
`

/** Covers the width of the page: passes pointer events to the map below, except on the address. */
const address = css`
  position: relative;
  z-index: 1;
  display: grid;
  justify-items: center;
  pointer-events: none;

  > * {
    pointer-events: auto;
  }

  /* Separates the card from light parts of the picture. */
  [data-layout='map']:not([data-map='wanted']) > & > * {
    box-shadow: 0 0 0 1px ${color.hairlineOnBone};
  }

  [data-layout='map'] > & {
    justify-items: start;

    ${upToWidth('phone')} {
      justify-items: stretch;
    }
  }
`
