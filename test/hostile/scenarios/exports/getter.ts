// ends: refused
// says:
// hostile: {"within": 90}
const made = {
  get default() {
    for (;;);
  },
};
export default made.default;
