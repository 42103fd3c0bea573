// Decoded frames by URL: fetched a few at a time, most urgent first, kept up to a number of bytes.

const PARALLEL_FETCHES = 6; // what browsers allow one host; more would only queue where we cannot reorder them
const CACHE_BYTES = 384 * 2 ** 20;

class FrameCache {
  constructor(onSettled) {
    this.onSettled = onSettled; // called with a URL once its frame is there or has failed
    this.entries = new Map(); // url -> {bitmap} | {error}, least recently used first
    this.bytes = 0;
    this.queue = [];
    this.inFlight = new Set();
    this.abort = new AbortController();
  }

  // The frame's entry, or undefined while it is not there; asking for it keeps it from being dropped soon.
  get(url) {
    const entry = this.entries.get(url);
    if (entry) {
      this.entries.delete(url);
      this.entries.set(url, entry);
    }
    return entry;
  }

  // Replaces what is still waiting: after a jump, frames of the place that was left must not come first.
  want(urls) {
    this.queue = urls.filter((url) => !this.entries.has(url) && !this.inFlight.has(url));
    this.pump();
  }

  // Drops a failed frame, so that it can be asked for again.
  forget(url) {
    if (this.entries.get(url)?.error) this.entries.delete(url);
  }

  close() {
    this.abort.abort();
    this.queue = [];
    for (const entry of this.entries.values()) entry.bitmap?.close();
    this.entries.clear();
  }

  pump() {
    while (this.queue.length && this.inFlight.size < PARALLEL_FETCHES) this.fetch(this.queue.shift());
  }

  async fetch(url) {
    this.inFlight.add(url);
    let entry;
    try {
      const response = await fetch(url, { signal: this.abort.signal });
      if (!response.ok) throw new Error(response.status === 404 ? await response.text() : `the server answered ${response.status}`);
      // Neither colour management nor alpha may touch the values: they are compared with the metrics' bytes.
      const exact = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' };
      entry = { bitmap: await createImageBitmap(await response.blob(), exact) };
    } catch (error) {
      entry = { error: error instanceof TypeError ? 'the app cannot be reached' : error.message };
    }
    this.inFlight.delete(url);
    if (this.abort.signal.aborted) {
      entry.bitmap?.close();
      return;
    }
    this.keep(url, entry);
    this.pump();
    this.onSettled(url);
  }

  keep(url, entry) {
    this.entries.set(url, entry);
    this.bytes += bytesOf(entry);
    for (const [oldest, old] of this.entries) {
      if (this.bytes <= CACHE_BYTES || oldest === url) break;
      this.entries.delete(oldest);
      this.bytes -= bytesOf(old);
      old.bitmap?.close();
    }
  }
}

const bytesOf = ({ bitmap }) => (bitmap ? 4 * bitmap.width * bitmap.height : 0);
