/** A place of the site that shows a part of a picture. */
export interface PictureCrop {
  readonly name: string
  /** px, on a screen of 1440 × 900, 768 × 1024 or 390 × 844 px; only the ratio matters. */
  readonly width: number
  readonly height: number
  /** Contentful cuts it around the nearest of nine areas. */
  readonly isSnapped?: true
}

/** src/content/derived-pictures.ts: SHARE_IMAGE */
const SHARED_LINK: PictureCrop = { name: 'Shared link', width: 1_200, height: 630, isSnapped: true }

/** src/components/hero.tsx, frame `still`; heights: `heroHeight` in src/theme/tokens.ts */
const PAGE_HEADER: readonly PictureCrop[] = [
  { name: 'Desktop', width: 1_440, height: 600 },
  { name: 'Phone', width: 390, height: 300 },
  SHARED_LINK,
]

const CROPS: Readonly<Record<string, readonly PictureCrop[]>> = {
  // src/pages/gallery/photo-grid.tsx and strip-thumbnail.tsx: `aspect-ratio` at every width
  galleryImage: [{ name: 'Gallery', width: 3, height: 2 }],
  // src/components/hero.tsx, frames `screen` (less the navigation bar; 60% of the height of a phone) and `page`
  videoHero: [
    { name: 'Home, desktop', width: 1_440, height: 824 },
    { name: 'Home, phone', width: 390, height: 506 },
    { name: 'Other pages, desktop', width: 1_440, height: 600 },
    { name: 'Other pages, phone', width: 390, height: 200 },
    SHARED_LINK,
  ],
  mainlinePage: PAGE_HEADER,
  // src/pages/services/services-page.tsx: three in a row with gaps of 4 px; heights: `panelHeight`
  servicePanel: [
    { name: 'Desktop', width: 477, height: 660 },
    { name: 'Tablet', width: 768, height: 420 },
    { name: 'Phone', width: 390, height: 420 },
  ],
  // src/pages/mainline-pipeline/stage-grid.tsx: `aspect-ratio` at every width
  pipelineStage: [{ name: 'Stage', width: 3, height: 2 }],
  // src/pages/contact/office-map.tsx; heights: `size.map`, `size.mapPhone`
  contactPage: [
    { name: 'Desktop', width: 1_440, height: 440 },
    { name: 'Phone', width: 390, height: 320 },
  ],
  seo: [SHARED_LINK],
}

/** Returns where the site cuts the picture of a content type. A page that is not listed shows it as its header. */
export const getPictureCrops = (contentType: string): readonly PictureCrop[] => CROPS[contentType] ?? PAGE_HEADER
