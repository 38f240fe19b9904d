// Generated from public/media by: node scripts/bootstrap.mjs scripts/tools/videos.ts

/** Videos of the seed with phone versions: path below public/media, and name with the hash of the content. */
export const PHONE_VIDEOS: Readonly<Record<string, string>> = {
  'videos/home-webVideo-low.mp4': 'home-webVideo-low.f75631de',
  'videos/services-webVideo-low.mp4': 'services-webVideo-low.381a50f3',
  'videos/gallery-webVideo-low.mp4': 'gallery-webVideo-low.52452332',
  'videos/contact-webVideo-high.mp4': 'contact-webVideo-high.ec94d96f',
}
