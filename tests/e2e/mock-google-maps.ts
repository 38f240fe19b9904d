import type { Page } from '@playwright/test'

/** A map that the page has created. */
interface FakeMap {
  readonly center: unknown
  readonly zoom: unknown
  readonly options: unknown
  readonly markers: readonly object[]
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
      options: undefined as unknown,
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
    setOptions(options: unknown) {
      this.record.options = options
    }
  }

  class FakeMarker {
    readonly element = document.createElement('div')
    readonly record: Record<string, unknown>
    constructor({ position }: { position: unknown }) {
      this.record = { position }
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
    setTitle(title: string) {
      this.record.title = title
    }
    setIcon({ fillColor, labelOrigin }: { fillColor: string; labelOrigin: { y: number } }) {
      Object.assign(this.record, { fillColor, labelY: labelOrigin.y })
    }
    setClickable(isClickable: boolean) {
      this.record.isClickable = isClickable
    }
    setAnimation() {}
  }

  Object.assign(google.maps, {
    importLibrary: async () => google.maps,
    event: { addListener: () => ({}), removeListener: () => {} },
    Map: FakeMap,
    Marker: FakeMarker,
    Point: class {
      readonly y: number
      constructor(_x: number, y: number) {
        this.y = y
      }
    },
  })
  Reflect.get(google.maps, '__ib__')()
}
