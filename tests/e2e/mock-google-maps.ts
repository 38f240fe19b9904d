import type { Page } from '@playwright/test'

/** A map that the page has created. */
interface FakeMap {
  readonly center: unknown
  readonly zoom: unknown
  readonly gestureHandling: unknown
  readonly markers: readonly { readonly position: unknown; readonly label: string }[]
}

declare global {
  interface Window {
    fakeMaps?: FakeMap[]
  }
}

export interface MockGoogleMaps {
  /** The parameters of each request for Google's script. */
  readonly requests: readonly URLSearchParams[]
  readonly readMaps: () => Promise<readonly FakeMap[]>
}

/** Replaces Google's script with a fake that records the created maps. */
export async function mockGoogleMaps(page: Page): Promise<MockGoogleMaps> {
  const requests: URLSearchParams[] = []
  await page.route('https://maps.googleapis.com/**', (route) => {
    requests.push(new URL(route.request().url()).searchParams)
    return route.fulfill({ contentType: 'text/javascript', body: `(${googleMaps})()` })
  })
  return { requests, readMaps: () => page.evaluate(() => window.fakeMaps ?? []) }
}

/** Runs in the page, so it must not use variables of this module. */
function googleMaps(): void {
  const createdMaps: FakeMap['record'][] = []
  window.fakeMaps = createdMaps

  /** Uses the nonce of the page's first style element with a nonce, as Google's script does. */
  const addStyles = (text: string) => {
    const style = document.createElement('style')
    style.nonce = document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce ?? ''
    style.textContent = text
    document.head.append(style)
  }

  class FakeMap {
    readonly record = {
      center: undefined as unknown,
      zoom: undefined as unknown,
      gestureHandling: undefined as unknown,
      markers: [] as FakeMarker['record'][],
    }
    readonly element: HTMLElement
    constructor(element: HTMLElement) {
      this.element = element
      element.style.background = '#d3cdc0'
      element.classList.add('gm-style')
      addStyles('.gm-style { outline: 1px dashed transparent }')
      createdMaps.push(this.record)
    }
    setCenter(center: unknown) {
      this.record.center = center
    }
    setZoom(zoom: unknown) {
      this.record.zoom = zoom
    }
    setOptions({ gestureHandling }: { gestureHandling?: unknown }) {
      this.record.gestureHandling = gestureHandling
    }
  }

  class FakeMarker {
    readonly element = document.createElement('div')
    readonly record: { position: unknown; label: string }
    constructor({ position }: { position: unknown }) {
      this.record = { position, label: '' }
      this.element.style.cssText =
        'position: absolute; inset: 50% auto auto 50%; translate: -50% -200%; font-size: 20px'
    }
    setMap(map: FakeMap | null) {
      this.element.remove()
      map?.element.append(this.element)
      map?.record.markers.push(this.record)
    }
    setLabel({ text, className }: { text: string; className: string }) {
      this.record.label = text
      this.element.textContent = text
      this.element.className = className
    }
    setPosition() {}
    setTitle() {}
    setIcon() {}
    setClickable() {}
    setAnimation() {}
  }

  Object.assign(google.maps, {
    importLibrary: async () => google.maps,
    event: { addListener: () => ({}), removeListener: () => {} },
    Map: FakeMap,
    Marker: FakeMarker,
    Point: class {},
  })
  Reflect.get(google.maps, '__ib__')()
}
