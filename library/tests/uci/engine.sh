#!/bin/sh
# A stand-in for a UCI engine: it plays the moves of the fool's mate, or misbehaves as its first argument says. All commands are
# appended to the file of the second argument, after its process id.
mode=$1
log=$2
echo "pid $$" >>"$log"
while read -r line; do
    echo "$line" >>"$log"
    case "$line" in
    uci)
        [ "$mode" = silent ] && continue
        [ "$mode" = not-uci ] && echo "hello, world" && continue
        [ "$mode" = exit-at-once ] && echo "no licence" >&2 && exit 2
        echo "id name Stand-in 1"
        echo "option name Skill Level type spin default 20 min 0 max 20"
        echo "option name MultiPV type spin default 1 min 1 max 3"
        echo "option name Threads type spin default 1 min 1 max 8"
        echo "option name Style type combo default Solid var Solid var Wild"
        [ "$mode" = variants ] && echo "option name UCI_Variant type combo default chess var chess var breakthrough"
        echo "uciok"
        ;;
    isready) [ "$mode" = deaf ] || echo "readyok" ;;
    position*) position=$line ;;
    go*)
        case "$position" in
        *" w "*" moves "*) mv=g2g4 ;;
        *" w "*) mv=f2f3 ;;
        *" b "*" moves "*) mv=d8h4 ;;
        *) mv=e7e5 ;;
        esac
        case "$mode" in
        crash) echo "out of memory" >&2 && exit 3 ;;
        quit) case "$position" in *" moves "*) exit 0 ;; esac ;;
        illegal) mv=a1a8 ;;
        none) mv="(none)" ;;
        hang) while :; do sleep 0.1; done ;;
        slow) continue ;;
        variants) mv=a2a3 ;;
        esac
        echo "info string thinking"
        echo "info depth 6 multipv 1 score cp 500 lowerbound nodes 40 pv $mv"
        echo "info depth 7 multipv 1 score mate 3 nodes 42 pv $mv e7e5 illegal"
        echo "info depth 7 multipv 2 score cp -12 nodes 42 pv a2a3"
        echo "bestmove $mv ponder e7e5"
        ;;
    stop) [ "$mode" = slow ] && echo "bestmove $mv" ;;
    quit) exit 0 ;;
    esac
done
