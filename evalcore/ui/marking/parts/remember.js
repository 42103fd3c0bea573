// Keeps the reviewer's name in this browser: the server reads it from there at the next visit. An empty value forgets it.
export default function ({ data }) {
  const age = data.value ? 60 * 60 * 24 * 365 : 0;
  document.cookie = `${data.cookie}=${data.value}; path=/; max-age=${age}; SameSite=Strict`;
}
