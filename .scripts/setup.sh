# shellcheck shell=bash
# Sourced by app/run, tests/run and .ci/run: what is installed, configured and built, and when.
# Nothing here writes to standard output, which belongs to the program and to the test runner,
# and nothing reads standard input, which may carry a scenario.

top=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

# Debian and Ubuntu packages, by purpose; `install PURPOSE` reads them.
# shellcheck disable=SC2034
build_packages=(
  cmake fonts-dejavu-core g++ libcli11-dev libeigen3-dev liblapacke-dev libopenblas-openmp-dev
  libqcustomplot-dev librandom123-dev libzip-dev ninja-build nlohmann-json3-dev qt6-base-dev
  qt6-svg-dev
)
# shellcheck disable=SC2034
test_packages=(libgmock-dev libgtest-dev locales python3 python3-numpy zlib1g-dev)
# shellcheck disable=SC2034
sanitizer_packages=(clang libclang-rt-dev libomp-dev libopenblas-pthread-dev llvm)

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$(basename "$(dirname "$(readlink -f "$0")")")/$(basename "$0"): $*"
  exit 1
}

# One run at a time installs and builds here; the others wait. Released by `leave`.
enter() {
  mkdir -p "$top/build" || fail "cannot create $top/build"
  exec 8<"$top/build"
  if ! flock -n 8; then
    say "Another run is installing or building here; waiting for it."
    flock 8
  fi
}
leave() { exec 8<&-; }

# install PURPOSE: the packages of that purpose that are missing, through apt. The answer is
# remembered until dpkg changes something, so that a second start asks nobody.
install() {
  local -n packages=$1_packages
  local stamp=$top/build/.installed-$1 list=${packages[*]} missing
  [[ -e $stamp && ! /var/lib/dpkg/status -nt $stamp && $(<"$stamp") == "$list" ]] && return
  if ! command -v dpkg-query >/dev/null; then
    say "This is not Debian or Ubuntu: nothing is installed, but these packages or their like are needed: $list"
  else
    missing=$(missing_of "${packages[@]}")
    if [[ -n $missing ]]; then
      apt_install "$missing"
      missing=$(missing_of "${packages[@]}")
      [[ -z $missing ]] || fail "apt-get reported success, yet these packages are missing: $missing"
    fi
  fi
  printf '%s\n' "$list" >"$stamp"
}

missing_of() {
  local installed package missing=()
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null)
  for package in "$@"; do
    [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || missing+=("$package")
  done
  printf '%s' "${missing[*]}"
}

apt_install() {
  local log=$top/build/packages.log root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      fail "these packages are missing, and installing them needs root or sudo: $1"
    root=(sudo)
    [[ -t 2 ]] || root=(sudo -n)
  fi
  root+=(env DEBIAN_FRONTEND=noninteractive)
  say "Installing from the distribution (log: $log): $1"
  # DPkg::Lock::Timeout covers the installation; the lists have a lock of their own.
  local tries
  for ((tries = 0; tries < 60; ++tries)); do
    "${root[@]}" apt-get -q update </dev/null &>"$log" && break
    grep -q 'Could not get lock' "$log" || break
    sleep 5
  done
  # shellcheck disable=SC2086  # a list of names
  if ! "${root[@]}" apt-get -q -y --no-install-recommends -o DPkg::Lock::Timeout=600 \
    install $1 </dev/null &>>"$log"; then
    tail -n 15 "$log" >&2
    fail "apt-get could not install: $1. Its last lines stand above, all of them in $log. Without network, install these packages by other means and start again."
  fi
}

# configure FOLDER PRESET OPTIONS...
configure() {
  local folder=$top/$1 preset=$2 fresh=()
  shift 2
  mkdir -p "$folder"
  # A folder copied or moved along with the tree still builds the tree it came from.
  is_of_this_tree "$folder" || fresh=(--fresh)
  if ! (cd "$top" && cmake "${fresh[@]}" --preset "$preset" "$@" </dev/null &>"$folder/configure.log"); then
    tail -n 30 "$folder/configure.log" >&2
    fail "CMake could not configure the build; its last lines stand above, all of them in $folder/configure.log"
  fi
}

is_of_this_tree() {
  grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$top" "$1/CMakeCache.txt"
}

# is_configured FOLDER OPTIONS...: for this very tree, with every NAME=VALUE in its cache.
is_configured() {
  local folder=$top/$1 option
  [[ -e $folder/build.ninja ]] && is_of_this_tree "$folder" || return
  for option in "${@:2}"; do
    grep -qxF "${option%%=*}:BOOL=${option#*=}" "$folder/CMakeCache.txt" || return
  done
}

is_built() {
  [[ $(ninja -C "$top/$1" -n "${@:2}" 2>/dev/null </dev/null) == *'no work to do.' ]]
}

# build FOLDER TARGETS...: silent when there is nothing to do.
build() {
  is_built "$@" && return
  local folder=$top/$1 jobs memory quiet=(--quiet)
  # A file of Eigen templates takes more than a gigabyte to compile.
  memory=$(awk '/^MemAvailable:/ {print int($2 / 1500000)}' /proc/meminfo)
  jobs=$(nproc)
  ((jobs <= memory)) || jobs=$((memory > 0 ? memory : 1))
  [[ -t 2 ]] && quiet=()
  say "Building hessianscope in $folder (from nothing this takes some minutes)."
  ninja -C "$folder" -j "$jobs" "${quiet[@]}" "${@:2}" >&2 </dev/null ||
    fail "the build failed; the compiler's words stand above"
}

# run_tests FOLDER CTEST_ARGUMENTS...
run_tests() {
  # Tests run side by side: threads that wait for work must not spin.
  QT_QPA_PLATFORM=offscreen OMP_WAIT_POLICY=passive \
    ctest --test-dir "$top/$1" --output-on-failure --no-tests=error --no-label-summary -j "$(nproc)" "${@:2}"
}
