/** Hands `content` to the browser as a file, as a download would. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  saveAddress(address, name);
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Saves what an address holds, such as a picture's. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
